// SPDX-License-Identifier: BSD-3-Clause
#include "runner.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include "file_check.hpp"
#include "inquiry.hpp"
#include "mismatch.hpp"

namespace random_programs {

void expect_code(const std::string& call, int expected, int returned) {
    if (expected == returned) return;
    throw Mismatch(call + ": expected " + ncmpi_strerrno(expected) + ", returned " +
                   ncmpi_strerrno(returned));
}

Runner::Runner(const RunnerSettings& settings, const Options& options)
    : options_(options),
      settings_(settings),
      generator_(settings.program_seed, options),
      hint_random_(settings.hint_seed) {
    MPI_Comm_rank(settings_.comm, &rank_);
}

Runner::~Runner() {
    if (takes_part()) MPI_Comm_free(&active_);
}

void Runner::run() {
    while (std::optional<Step> step = generator_.next(model_)) {
        ++step_number_;
        current_step_ = describe(*step);
        if (options_.trace && rank_ == 0) {
            std::printf("%4d  %s\n", step_number_, current_step_.c_str());
            std::fflush(stdout);
        }
        execute(*step);
        model_.apply(*step);
        check_record_count();
    }
    if (rank_ == 0) ncmpi_delete(settings_.path.c_str(), MPI_INFO_NULL);
}

void Runner::choose_ranks(int count) {
    if (takes_part()) MPI_Comm_free(&active_);
    MPI_Comm_split(settings_.comm, rank_ < count ? 0 : MPI_UNDEFINED, rank_, &active_);
    active_ranks_ = count;
    if (options_.has(Feature::hints)) hints_ = draw_performance_hints(hint_random_, count);
    if (options_.has(Feature::parts)) {
        const Hints parts = draw_part_hints(hint_random_, options_.has(Feature::netcdf4));
        hints_.insert(hints_.end(), parts.begin(), parts.end());
    }
    if (options_.has(Feature::netcdf4)) {
        const Hints storage = draw_storage_hints(hint_random_);
        hints_.insert(hints_.end(), storage.begin(), storage.end());
    }
    if (options_.trace && rank_ == 0)
        std::printf("      %d ranks with hints: %s\n", count, text_of(hints_).c_str());
    own_record_count_ = 0;
}

void Runner::check_record_count() {
    const bool in_data_mode =
        model_.phase == Phase::collective || model_.phase == Phase::independent;
    if (!takes_part() || !in_data_mode) return;
    const Index reported = reported_record_count(ncid_, model_);
    if (reported < 0) return;
    if (model_.phase == Phase::collective) {
        own_record_count_ = 0;
        expect_equal("number of records", model_.record_count, reported);
        return;
    }
    // In independent mode a rank knows its own new records at least.
    const Index least = std::max(model_.agreed_record_count, own_record_count_);
    if (reported < least || reported > model_.record_count) {
        throw Mismatch("number of records: expected " + std::to_string(least) + " to " +
                       std::to_string(model_.record_count) + ", got " + std::to_string(reported));
    }
}

namespace {

// The weft command, as if typed at a terminal: no process of the launcher's.
void run_weft(const std::string& arguments) {
    const std::string command = "env -i " WEFT_TOOL " " + arguments;
    if (std::system(command.c_str()) != 0) throw Mismatch("failed: weft " + arguments);
}

// The bytes of the file that the weft command, in an empty environment, makes of the one at `path`.
Bytes made_by_weft(const std::string& command, const std::string& path) {
    const std::string made = path + ".made";
    run_weft(command + " '" + path + "' '" + made + "'");
    Bytes bytes = read_whole_file(made);
    std::remove(made.c_str());
    return bytes;
}

// Keeps a netCDF-4 file and its copy, by a number that is not in the folder yet.
void keep_netcdf4(const std::string& path, const Bytes& copy, const std::string& folder) {
    std::string name;
    for (int number = 0; name.empty() || access((name + ".nc").c_str(), F_OK) == 0; ++number)
        name = folder + "/" + std::to_string(number);
    const auto write = [](const std::string& to, const Bytes& bytes) {
        std::ofstream(to, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
    };
    write(name + ".nc", read_whole_file(path));
    write(name + ".cdf5", copy);
}

// The bytes of a dataset. For a set, they are those of the single file that it stands for; for a
// netCDF-4 file, those of a CDF-5 file with the same content.
Bytes bytes_of_dataset(const std::string& path) {
    Bytes master = read_whole_file(path);
    const std::string_view text(reinterpret_cast<const char*>(master.data()), master.size());
    if (text.substr(0, 4) == "\x89HDF") return made_by_weft("copy -k 5", path);
    if (text.find("weft_set") == std::string_view::npos) return master;
    return made_by_weft("join", path);
}

}  // namespace

void Runner::check_closed_file(Model wanted, const std::vector<Index>& begins) {
    if (rank_ != 0) return;
    if (!wanted.exists) {
        // A new file that was aborted.
        if (access(settings_.path.c_str(), F_OK) == 0) throw Mismatch("the file still exists");
        return;
    }
    // Other formats have no such places, and what is copied from them has the usual ones.
    const bool is_netcdf4 = options_.has(Feature::netcdf4);
    if (is_netcdf4) wanted.format = NC_FORMAT_CDF5;
    const Damage damage = options_.damage;
    const Bytes bytes = bytes_of_dataset(settings_.path);
    if (!options_.keep.empty()) keep_netcdf4(settings_.path, bytes, options_.keep);
    ParsedFile file = parse_file(bytes);
    if (options_.same_bytes)
        files_.push_back(options_.has(Feature::parts) ? defined_bytes(file, wanted) : file.bytes);
    for (std::size_t v = 0; v < wanted.variables.size() && !damage_done_; ++v) {
        Variable& variable = wanted.variables[v];
        if (variable.states.empty() || (variable.states[0] & element_known) == 0) continue;
        if (damage == Damage::model_value) variable.values[0] ^= std::byte{1};
        if (damage == Damage::file_value) file.bytes[file.variables[v].begin] ^= std::byte{1};
        damage_done_ = damage == Damage::model_value || damage == Damage::file_value;
    }
    if (damage == Damage::file_definition) {
        file.variables[0].name += "x";
        damage_done_ = true;
    }
    check_file(file, wanted, is_netcdf4 ? std::vector<Index>() : begins);
}

}  // namespace random_programs
