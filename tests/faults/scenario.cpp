// SPDX-License-Identifier: BSD-3-Clause
#include "scenario.hpp"

#include <pnetcdf.h>
#include <weft.h>

#include <algorithm>

#include "planned_store.hpp"

namespace faults {

const std::array<Variable, 7> variables = {{{"fixed", NC_INT, false},
                                            {"record", NC_DOUBLE, true},
                                            {"short_record", NC_SHORT, true},
                                            {"fixed_2", NC_FLOAT, false},
                                            {"record_2", NC_FLOAT, true},
                                            {"fixed_3", NC_DOUBLE, false},
                                            {"record_3", NC_SHORT, true}}};

Scenario creation(int rank_count) {
    return {
        .name = "create",
        .creates = true,
        .variables_before = 3,
        .variables_after = 5,
        .generation = 0,
        .puts_before = {{0, 0, row_count, Share::columns_in_turn},
                        {1, 0, 2, Share::column_blocks},
                        {2, 0, 1, Share::row_of_rank},
                        {1, 2, 1, Share::posted_blocks}},
        .puts_after = {{3, 0, row_count, Share::column_blocks}, {4, 0, 3, Share::columns_in_turn}},
        .records_after = std::max(3, rank_count)};
}

Scenario reopening(int rank_count) {
    return {
        .name = "reopen",
        .creates = false,
        .variables_before = 5,
        .variables_after = 7,
        .generation = 1,
        .puts_before = {{0, 0, row_count, Share::columns_in_turn},
                        {1, 2, 2, Share::column_blocks},
                        {2, 1, 1, Share::row_of_rank},
                        {4, 1, 2, Share::posted_blocks}},
        .puts_after = {{5, 0, row_count, Share::column_blocks}, {6, 0, 3, Share::columns_in_turn}},
        .records_after = std::max(4, rank_count + 1)};
}

int value_of(int variable, int row, int column, int generation) {
    return generation * 2000 + variable * 200 + row * column_count + column + 1;
}

std::string note_text(int generation) {
    return std::string(note_bytes, static_cast<char>('a' + generation));
}

namespace {

/// A scenario on one rank.
class Session {
public:
    Session(const Scenario& scenario, const Run& run) : scenario_(scenario), run_(run) {
        MPI_Comm_rank(run.comm, &rank_);
        MPI_Comm_size(run.comm, &rank_count_);
    }

    Outcome carry_out() {
        outcome_.open = open();
        if (failed_anywhere(outcome_.open)) return outcome_;
        if (scenario_.creates) outcome_.define = define(0, scenario_.variables_before);
        if (!scenario_.creates) get_old();
        if (!scenario_.creates || !failed_anywhere(outcome_.define)) use();
        std::snprintf(outcome_.sentence, sizeof outcome_.sentence, "%s", weft_last_error(ncid_));
        outcome_.close = ncmpi_close(ncid_);
        return outcome_;
    }

private:
    bool failed_anywhere(int code) const {
        int failed = code != NC_NOERR;
        MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, run_.comm);
        return failed != 0;
    }

    int open() {
        MPI_Info info = MPI_INFO_NULL;
        MPI_Info_create(&info);
        MPI_Info_set(info, "weft_method", run_.method.c_str());
        for (const char* key : {"cb_buffer_size", "ind_wr_buffer_size", "ind_rd_buffer_size"}) {
            MPI_Info_set(info, key, "160");
        }
        MPI_Info_set(info, "nc_data_move_chunk_size", "256");
        MPI_Info_set(info, "nc_var_align_size", "4");
        const PlannedStore store(run_.fault, run_.comm);
        const int code =
            scenario_.creates
                ? ncmpi_create(run_.comm, run_.path.c_str(), NC_64BIT_OFFSET, info, &ncid_)
                : ncmpi_open(run_.comm, run_.path.c_str(), NC_WRITE, info, &ncid_);
        MPI_Info_free(&info);
        return code;
    }

    /// Variables [first, last), and the dimensions or the note.
    int define(int first, int last) {
        int time = -1;
        int y = -1;
        int x = -1;
        if (first == 0) {
            ncmpi_def_dim(ncid_, "time", NC_UNLIMITED, &time);
            ncmpi_def_dim(ncid_, "y", row_count, &y);
            ncmpi_def_dim(ncid_, "x", column_count, &x);
        } else {
            const int code = ncmpi_redef(ncid_);
            if (failed_anywhere(code)) return code;
            ncmpi_inq_dimid(ncid_, "time", &time);
            ncmpi_inq_dimid(ncid_, "y", &y);
            ncmpi_inq_dimid(ncid_, "x", &x);
            const std::string note = note_text(scenario_.generation);
            const std::string name = "note_" + std::to_string(scenario_.generation);
            ncmpi_put_att_text(ncid_, NC_GLOBAL, name.c_str(), note_bytes, note.c_str());
        }
        for (int id = first; id < last; ++id) {
            const Variable& variable = variables[static_cast<std::size_t>(id)];
            const int dimensions[] = {variable.has_records ? time : y, x};
            int defined = -1;
            ncmpi_def_var(ncid_, variable.name, variable.type, 2, dimensions, &defined);
        }
        return ncmpi_enddef(ncid_);
    }

    void use() {
        for (std::size_t i = 0; i < scenario_.puts_before.size(); ++i)
            outcome_.before[i] = put(scenario_.puts_before[i]);
        outcome_.sync = ncmpi_sync(ncid_);
        outcome_.redefine = define(scenario_.variables_before, scenario_.variables_after);
        if (failed_anywhere(outcome_.redefine)) return;
        for (std::size_t i = 0; i < scenario_.puts_after.size(); ++i)
            outcome_.after[i] = put(scenario_.puts_after[i]);
        get_new();
    }

    int put(const Put& put) {
        std::vector<int> values;
        std::vector<int> columns;
        MPI_Offset first_row = -1;
        visit_elements(put, rank_, rank_count_, [&](int row, int column) {
            if (first_row < 0) first_row = row;
            if (row == first_row) columns.push_back(column);
            values.push_back(value_of(put.variable, row, column, scenario_.generation));
        });
        const auto width = static_cast<MPI_Offset>(columns.size());
        const MPI_Offset start[] = {std::max<MPI_Offset>(first_row, put.first_row),
                                    columns.empty() ? 0 : columns.front()};
        const MPI_Offset count[] = {width == 0 ? 0 : static_cast<MPI_Offset>(values.size()) / width,
                                    width};
        const MPI_Offset stride[] = {1, put.share == Share::columns_in_turn ? rank_count_ : 1};
        if (put.share == Share::row_of_rank) return put_alone(put.variable, start, count, values);
        if (put.share == Share::posted_blocks) return put_later(put.variable, start, count, values);
        return ncmpi_put_vars_int_all(ncid_, put.variable, start, count, stride, values.data());
    }

    int put_alone(int variable, const MPI_Offset* start, const MPI_Offset* count,
                  const std::vector<int>& values) {
        const int begun = ncmpi_begin_indep_data(ncid_);
        const int code = ncmpi_put_vara_int(ncid_, variable, start, count, values.data());
        outcome_.end_independent = ncmpi_end_indep_data(ncid_);
        return begun != NC_NOERR ? begun : code;
    }

    int put_later(int variable, const MPI_Offset* start, const MPI_Offset* count,
                  const std::vector<int>& values) {
        int request = NC_REQ_NULL;
        int status = NC_NOERR;
        const int posted =
            ncmpi_iput_vara_int(ncid_, variable, start, count, values.data(), &request);
        const int waited = ncmpi_wait_all(ncid_, 1, &request, &status);
        if (posted != NC_NOERR) return posted;
        return waited != NC_NOERR ? waited : status;
    }

    void get_old() { outcome_.get = get({0, 0, row_count, Share::columns_in_turn}, 0); }

    /// The values of a get are only known if all earlier calls succeeded.
    void get_new() {
        const bool well = outcome_.sync == NC_NOERR && outcome_.end_independent == NC_NOERR &&
                          std::all_of(outcome_.before.begin(), outcome_.before.end(),
                                      [](int code) { return code == NC_NOERR; }) &&
                          std::all_of(outcome_.after.begin(), outcome_.after.end(),
                                      [](int code) { return code == NC_NOERR; });
        const int generation =
            failed_anywhere(well ? NC_NOERR : NC_EIO) ? -1 : scenario_.generation;
        const int fixed = get({0, 0, row_count, Share::columns_in_turn}, generation);
        const int records = get({1, 2, 1, Share::column_blocks}, generation);
        if (outcome_.get == not_tried || outcome_.get == NC_NOERR)
            outcome_.get = fixed != NC_NOERR ? fixed : records;
    }

    int get(const Put& same, int generation) {
        std::vector<int> values(static_cast<std::size_t>(row_count * column_count), -1);
        const MPI_Offset start[] = {same.first_row, 0};
        const MPI_Offset count[] = {same.rows, column_count};
        const int code = ncmpi_get_vara_int_all(ncid_, same.variable, start, count, values.data());
        if (code != NC_NOERR || generation < 0) return code;
        for (int row = 0; row < same.rows; ++row) {
            for (int column = 0; column < column_count; ++column) {
                const int wanted =
                    value_of(same.variable, same.first_row + row, column, generation);
                outcome_.wrong_values +=
                    values[static_cast<std::size_t>(row * column_count + column)] != wanted;
            }
        }
        return code;
    }

    const Scenario& scenario_;
    const Run& run_;
    int rank_ = 0;
    int rank_count_ = 1;
    int ncid_ = -1;
    Outcome outcome_;
};

}  // namespace

Outcome carry_out(const Scenario& scenario, const Run& run) {
    return Session(scenario, run).carry_out();
}

}  // namespace faults
