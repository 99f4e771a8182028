// SPDX-License-Identifier: BSD-3-Clause
#include "verdict.hpp"

#include <pnetcdf.h>
#include <unistd.h>

#include <algorithm>

namespace faults {
namespace {

constexpr int unspecified = -1;

std::vector<int> codes_of(const Outcome& outcome) {
    std::vector<int> codes = {outcome.open, outcome.define};
    codes.insert(codes.end(), outcome.before.begin(), outcome.before.end());
    for (const int code : {outcome.end_independent, outcome.sync, outcome.redefine})
        codes.push_back(code);
    codes.insert(codes.end(), outcome.after.begin(), outcome.after.end());
    for (const int code : {outcome.get, outcome.close}) codes.push_back(code);
    return codes;
}

bool is_error(int code) {
    return code != NC_NOERR && code != not_tried;
}

/// Reads the file and compares it with the codes.
class Examination {
public:
    Examination(const Scenario& scenario, const std::string& path,
                const std::vector<Outcome>& ranks)
        : scenario_(scenario), path_(path), ranks_(ranks) {}

    std::string run() {
        check_agreement();
        for (const Outcome& rank : ranks_) {
            if (rank.wrong_values != 0) complain("a get delivered wrong values with NC_NOERR");
        }
        if (scenario_.creates && ranks_.front().define != NC_NOERR &&
            access(path_.c_str(), F_OK) != 0)
            return wrong_;
        const int code =
            ncmpi_open(MPI_COMM_SELF, path_.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid_);
        if (code != NC_NOERR) {
            // A file that was never defined need not be a netCDF file.
            if (!scenario_.creates || ranks_.front().define == NC_NOERR)
                complain(std::string("does not open: ") + ncmpi_strerrno(code));
            return wrong_;
        }
        check_definition();
        check_data();
        ncmpi_close(ncid_);
        return wrong_;
    }

private:
    void complain(const std::string& what) {
        if (wrong_.find(what) == std::string::npos) wrong_ += what + "; ";
    }

    void check_agreement() {
        for (int Outcome::*call : {&Outcome::open, &Outcome::define, &Outcome::sync,
                                   &Outcome::redefine, &Outcome::close}) {
            for (const Outcome& rank : ranks_) {
                if (is_error(rank.*call) != is_error(ranks_.front().*call))
                    complain("ranks disagree on a collective call");
            }
        }
    }

    void check_definition() {
        ncmpi_inq_nvars(ncid_, &variable_count_);
        const bool is_old = variable_count_ == scenario_.variables_before;
        const bool is_new = variable_count_ == scenario_.variables_after;
        if (!is_old && !is_new) return complain(std::to_string(variable_count_) + " variables");
        if (is_old && ranks_.front().redefine == NC_NOERR)
            complain("enddef succeeded but the definition is the old one");
        if (is_new && ranks_.front().redefine == not_tried)
            complain("the definition is new before its time");
        for (int id = 0; id < variable_count_; ++id) check_variable(id);
        for (int generation = 0; generation <= scenario_.generation; ++generation) {
            if (generation == scenario_.generation && is_old) continue;
            std::string note(note_bytes, '?');
            const std::string name = "note_" + std::to_string(generation);
            if (ncmpi_get_att_text(ncid_, NC_GLOBAL, name.c_str(), note.data()) != NC_NOERR ||
                note != note_text(generation)) {
                complain("attribute " + name);
            }
        }
    }

    void check_variable(int id) {
        const Variable& wanted = variables[static_cast<std::size_t>(id)];
        char name[NC_MAX_NAME + 1] = "";
        nc_type type = NC_NAT;
        int rank = 0;
        if (ncmpi_inq_var(ncid_, id, name, &type, &rank, nullptr, nullptr) != NC_NOERR ||
            std::string(name) != wanted.name || type != wanted.type || rank != 2) {
            complain(std::string("definition of ") + wanted.name);
        }
    }

    void check_data() {
        int time = -1;
        if (ncmpi_inq_unlimdim(ncid_, &time) != NC_NOERR ||
            ncmpi_inq_dimlen(ncid_, time, &record_count_) != NC_NOERR) {
            return complain("no record dimension");
        }
        if (all_well(ranks_) && record_count_ != scenario_.records_after)
            complain("number of records");
        for (int id = 0; id < variable_count_; ++id) check_values(id);
    }

    /// For each element of a variable, the generation of its value; `unspecified` if any value is
    /// possible.
    std::vector<int> expected_generations(int id, int rows) const {
        std::vector<int> generations(static_cast<std::size_t>(rows * column_count), unspecified);
        const auto apply = [&](const Put& put, int rank, int generation) {
            if (put.variable != id) return;
            visit_elements(put, rank, static_cast<int>(ranks_.size()), [&](int row, int column) {
                if (row < rows)
                    generations[static_cast<std::size_t>(row * column_count + column)] = generation;
            });
        };
        const auto apply_all = [&](const std::vector<Put>& puts, int generation,
                                   const auto& code_of) {
            for (std::size_t i = 0; i < puts.size(); ++i) {
                for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank) {
                    const int code = code_of(i, rank);
                    if (code != not_tried)
                        apply(puts[i], rank, is_error(code) ? unspecified : generation);
                }
            }
        };
        if (!scenario_.creates) {
            const Scenario first = creation(static_cast<int>(ranks_.size()));
            const auto well = [](std::size_t, int) { return NC_NOERR; };
            apply_all(first.puts_before, first.generation, well);
            apply_all(first.puts_after, first.generation, well);
        }
        apply_all(scenario_.puts_before, scenario_.generation, [&](std::size_t i, int rank) {
            return ranks_[static_cast<std::size_t>(rank)].before[i];
        });
        apply_all(scenario_.puts_after, scenario_.generation, [&](std::size_t i, int rank) {
            return ranks_[static_cast<std::size_t>(rank)].after[i];
        });
        return generations;
    }

    void check_values(int id) {
        const Variable& variable = variables[static_cast<std::size_t>(id)];
        const int rows =
            variable.has_records ? static_cast<int>(scenario_.records_after) : row_count;
        const int readable =
            variable.has_records ? std::min(rows, static_cast<int>(record_count_)) : rows;
        const std::vector<int> generations = expected_generations(id, rows);
        std::vector<int> values(generations.size(), 0);
        const MPI_Offset start[] = {0, 0};
        const MPI_Offset count[] = {readable, column_count};
        const int code = ncmpi_get_vara_int_all(ncid_, id, start, count, values.data());
        if (code != NC_NOERR && code != NC_ERANGE)
            return complain(std::string("cannot read ") + variable.name);
        for (std::size_t i = 0; i < generations.size(); ++i) {
            if (generations[i] == unspecified) continue;
            const int row = static_cast<int>(i) / column_count;
            if (row >= readable) {
                // Only rank 0 writes the record count, and it has got the error.
                if (!rank_0_was_told())
                    complain(std::string("records are missing of ") + variable.name);
            } else if (values[i] !=
                       value_of(id, row, static_cast<int>(i) % column_count, generations[i])) {
                complain(std::string("values of ") + variable.name);
            }
        }
    }

    [[nodiscard]] bool rank_0_was_told() const {
        const std::vector<int> codes = codes_of(ranks_.front());
        return std::any_of(codes.begin(), codes.end(), is_error);
    }

    const Scenario& scenario_;
    const std::string& path_;
    const std::vector<Outcome>& ranks_;
    int ncid_ = -1;
    int variable_count_ = 0;
    MPI_Offset record_count_ = 0;
    std::string wrong_;
};

}  // namespace

std::string verdict(const Scenario& scenario, const std::string& path,
                    const std::vector<Outcome>& ranks) {
    return Examination(scenario, path, ranks).run();
}

bool all_well(const std::vector<Outcome>& ranks) {
    return std::none_of(ranks.begin(), ranks.end(), [](const Outcome& rank) {
        const std::vector<int> codes = codes_of(rank);
        return std::any_of(codes.begin(), codes.end(), is_error);
    });
}

std::string text_of(const std::vector<Outcome>& ranks) {
    std::string text = "open define put put put put end_indep sync redefine put put get close:";
    for (const Outcome& rank : ranks) {
        text += " [";
        for (const int code : codes_of(rank))
            text.append(" ").append(code == not_tried ? "-" : std::to_string(code));
        text += " ]";
    }
    return text + " " + ranks.front().sentence;
}

}  // namespace faults
