// SPDX-License-Identifier: BSD-3-Clause
// The power fails while a set of four parts is defined, appended to and redefined, at any system
// call: the remaining files open with the definitions of one moment, none older than the last
// guarantee, and with every guaranteed value.
//
//     power [--in-folders] [--seed N] [--states N]
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "program.hpp"
#include "recorded_disk.hpp"

namespace {

namespace fs = std::filesystem;

constexpr MPI_Offset y = 8;
constexpr MPI_Offset x = 300;  // so that a part's rows are on several pages
constexpr int stages = 3;      // of definitions
const std::string long_text(5000, 't');

std::string scratch;

/// The guarantee: what a power failure must leave.
struct Promise {
    int stage = 0;  // number of changes of the definitions; 0: there is no file
    MPI_Offset records = 0;
    int complete = 0;       // variables whose values are stored
    std::size_t steps = 0;  // when it was given
};

std::vector<double> values_of(int variable, MPI_Offset row_count, MPI_Offset first_row = 0) {
    std::vector<double> values(static_cast<std::size_t>(row_count * y * x));
    std::iota(values.begin(), values.end(),
              variable * 1e6 + static_cast<double>(first_row * y * x));
    return values;
}

/// Variables: 0 fixed (y, x), 1 series (time, y, x), and from stage 2 on 2 added (time, y, x).
void define(int ncid, int stage) {
    int ids[3] = {0, 1, 2};
    if (stage == 1) {
        check(ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &ids[0]), "def_dim");
        check(ncmpi_def_dim(ncid, "y", y, &ids[1]), "def_dim");
        check(ncmpi_def_dim(ncid, "x", x, &ids[2]), "def_dim");
        int variable = -1;
        check(ncmpi_def_var(ncid, "fixed", NC_DOUBLE, 2, ids + 1, &variable), "def_var");
        check(ncmpi_def_var(ncid, "series", NC_DOUBLE, 3, ids, &variable), "def_var");
    } else if (stage == 2) {
        int variable = -1;
        check(ncmpi_def_var(ncid, "added", NC_DOUBLE, 3, ids, &variable), "def_var");
        check(ncmpi_put_att_text(ncid, 1, "history", static_cast<MPI_Offset>(long_text.size()),
                                 long_text.data()),
              "put_att");
    } else {
        check(ncmpi_rename_var(ncid, 0, "constant"), "rename_var");
        check(ncmpi_del_att(ncid, 1, "history"), "del_att");
        check(ncmpi_put_att_text(ncid, NC_GLOBAL, "history",
                                 static_cast<MPI_Offset>(long_text.size()), long_text.data()),
              "put_att");
    }
    check(ncmpi_enddef(ncid), "enddef");
}

void put_records(int ncid, int variable, MPI_Offset begin, MPI_Offset end) {
    const MPI_Offset start[] = {begin, 0, 0};
    const MPI_Offset count[] = {end - begin, y, x};
    check(ncmpi_put_vara_double_all(ncid, variable, start, count,
                                    values_of(variable, end - begin, begin).data()),
          "put_vara");
}

std::vector<Promise> make_set(const std::string& path) {
    std::vector<Promise> promises(1);
    const auto promised = [&](int stage, MPI_Offset records, int complete) {
        promises.push_back({stage, records, complete, recorded_disk::steps()});
    };
    int ncid = -1;
    check(ncmpi_create(MPI_COMM_SELF, path.c_str(), NC_64BIT_DATA, MPI_INFO_NULL, &ncid), "create");
    define(ncid, 1);
    check(ncmpi_put_var_double_all(ncid, 0, values_of(0, 1).data()), "put_var");
    put_records(ncid, 1, 0, 3);
    check(ncmpi_sync(ncid), "sync");
    promised(1, 3, 2);
    put_records(ncid, 1, 3, 5);
    check(ncmpi_sync(ncid), "sync");
    promised(1, 5, 2);
    check(ncmpi_close(ncid), "close");

    check(ncmpi_open(MPI_COMM_SELF, path.c_str(), NC_WRITE, MPI_INFO_NULL, &ncid), "open");
    check(ncmpi_redef(ncid), "redef");
    define(ncid, 2);
    promised(2, 5, 2);
    put_records(ncid, 2, 0, 5);
    put_records(ncid, 1, 5, 6);
    put_records(ncid, 2, 5, 6);
    check(ncmpi_sync(ncid), "sync");
    promised(2, 6, 3);
    check(ncmpi_redef(ncid), "redef");
    define(ncid, 3);
    promised(3, 6, 3);
    put_records(ncid, 1, 6, 7);
    put_records(ncid, 2, 6, 7);
    check(ncmpi_sync(ncid), "sync");
    promised(3, 7, 3);
    check(ncmpi_close(ncid), "close");
    return promises;
}

/// The stage whose definitions these are.
int stage_of(int ncid, const std::string& trace) {
    int variables = 0;
    MPI_Offset of_series = 0;
    MPI_Offset global = 0;
    char name[NC_MAX_NAME + 1] = "";
    check(ncmpi_inq_nvars(ncid, &variables), "inq_nvars");
    check(ncmpi_inq_varname(ncid, 0, name), "inq_varname");
    const bool has_history = ncmpi_inq_attlen(ncid, 1, "history", &of_series) == NC_NOERR;
    const bool has_global = ncmpi_inq_attlen(ncid, NC_GLOBAL, "history", &global) == NC_NOERR;
    const bool is_renamed = std::strcmp(name, "constant") == 0;
    for (int stage = 1; stage <= stages; ++stage) {
        if (variables == (stage == 1 ? 2 : 3) && has_history == (stage == 2) &&
            has_global == (stage == 3) && is_renamed == (stage == 3))
            return stage;
    }
    require(false, trace + ": definitions of several moments");
    return 0;
}

void check_values(int ncid, int variable, MPI_Offset rows, const std::string& trace) {
    std::vector<double> values(static_cast<std::size_t>(rows * y * x), -1);
    const MPI_Offset start[] = {0, 0, 0};
    const MPI_Offset count[] = {rows, y, x};
    const bool is_fixed = variable == 0;
    check(ncmpi_get_vara_double_all(ncid, variable, start + (is_fixed ? 1 : 0),
                                    count + (is_fixed ? 1 : 0), values.data()),
          (trace + ": get").c_str());
    require(values == values_of(variable, rows),
            trace + ": values of variable " + std::to_string(variable));
}

/// Guaranteed definitions and values, and nothing later than `next`.
void check_promise(int ncid, const Promise& given, const Promise& next, const std::string& trace) {
    const int stage = stage_of(ncid, trace);
    require(stage == given.stage || stage == next.stage,
            trace + ": definitions of stage " + std::to_string(stage));
    MPI_Offset records = 0;
    check(ncmpi_inq_dimlen(ncid, 0, &records), "inq_dimlen");
    require(records >= given.records && records <= next.records,
            trace + ": " + std::to_string(records) + " records");
    for (int variable = 0; variable < given.complete; ++variable)
        check_values(ncid, variable, variable == 0 ? 1 : given.records, trace);
}

/// A program that opens the file after the power failure: some only read, some continue.
void check_state(const std::string& path, const Promise& given, const Promise& next,
                 const std::string& trace, bool goes_on) {
    int ncid = -1;
    const int code = ncmpi_open(MPI_COMM_SELF, path.c_str(), goes_on ? NC_WRITE : NC_NOWRITE,
                                MPI_INFO_NULL, &ncid);
    if (given.stage == 0) {
        if (code == NC_NOERR) (void)ncmpi_close(ncid);
        return;
    }
    check(code, (trace + ": open").c_str());
    check_promise(ncid, given, next, trace);
    if (goes_on) {
        put_records(ncid, 1, 0, next.records + 1);
        check(ncmpi_close(ncid), (trace + ": close").c_str());
        check(ncmpi_open(MPI_COMM_SELF, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid),
              (trace + ": open again").c_str());
        check_values(ncid, 1, next.records + 1, trace);
    }
    check(ncmpi_close(ncid), (trace + ": close").c_str());
}

void run(bool in_folders, bool in_epochs, std::uint64_t seed, std::size_t states) {
    std::string hints = "weft_parts=4;weft_part_least_bytes=1";
    if (in_folders) hints += ";weft_part_dirs=.:a:b:c";
    if (in_epochs) hints += ";weft_epoch_records=2";
    setenv("PNETCDF_HINTS", hints.c_str(), 1);
    const std::string folder = scratch + "/live";
    for (const char* name : {"", "/a", "/b", "/c"}) fs::create_directories(folder + name);
    recorded_disk::start(folder);
    const std::vector<Promise> promises = make_set(folder + "/set.nc");
    const std::size_t steps = recorded_disk::steps();
    recorded_disk::stop();
    require(steps > 50, "the calls of the library were not recorded");
    unsetenv("PNETCDF_HINTS");
    std::vector<std::size_t> of_promise(promises.size());
    for (std::size_t i = 0; i < states; ++i) {
        const std::size_t cut = i % (steps + 1);
        std::size_t given = promises.size() - 1;
        while (promises[given].steps > cut) --given;
        const Promise& next = promises[std::min(given + 1, promises.size() - 1)];
        const std::string left = scratch + "/left";
        fs::remove_all(left);
        recorded_disk::leave(cut, seed + i, left);
        ++of_promise[given];
        check_state(left + "/set.nc", promises[given], next,
                    "power failed after step " + std::to_string(cut) + " of " +
                        std::to_string(steps) + ", seed " + std::to_string(seed + i),
                    i / (steps + 1) % 2 == 1);
    }
    require(std::ranges::count(of_promise, 0U) == 0, "too few states for all promises");
    std::printf("%zu states of %zu steps, nothing lost\n", states, steps);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    bool in_folders = false;
    bool in_epochs = false;
    std::uint64_t seed = 1;
    std::size_t states = 10000;
    for (int i = 1; i < argc; ++i) {
        const std::string option = argv[i];
        if (option == "--in-folders") in_folders = true;
        if (option == "--in-epochs") in_epochs = true;
        if (option == "--seed") seed = std::stoull(argv[++i]);
        if (option == "--states") states = std::stoull(argv[++i]);
    }
    scratch = "/dev/shm/weft-faults-power-" + std::to_string(getpid());
    fs::create_directories(scratch);
    run(in_folders, in_epochs, seed, states);
    fs::remove_all(scratch);
    MPI_Finalize();
    return 0;
}
