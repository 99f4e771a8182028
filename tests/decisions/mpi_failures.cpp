// SPDX-License-Identifier: BSD-3-Clause
// The n-th call of an MPI function fails on one rank, for every n and every function that the
// library calls: no call that succeeds has lost data, no rank hangs if it can learn of the failure,
// and the result of a failed call is never used. Each run has a communicator of its own.
//
// A call fails either before MPI does anything, or after. Calls in which ranks wait for each other
// inside MPI only fail after: before a file has a communicator of its own, the others cannot learn
// of a missing rank.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "failing_mpi.h"
#include "files.hpp"
#include "sample.hpp"
#include "share_of_points.hpp"

using namespace contract;

namespace {

// Asked once: the harness asks MPI each time.
int me = 0;
int everybody = 1;
constexpr int columns = 24;
constexpr int rows = 6;
constexpr int records = 2;

struct Setting {
    const char* name;
    std::vector<std::pair<const char*, const char*>> hints;
};

const std::vector<Setting> settings = {
    {"as it comes", {}},
    {"windows", {{"weft_method", "two_phase"}, {"romio_ds_write", "disable"}}},
    {"messages", {{"weft_method", "two_phase"}, {"weft_pretended_nodes", "2"}}},
    {"no shared memory", {{"weft_shared_memory", "disable"}}},
    {"reference", {{"weft_method", "reference"}, {"weft_shared_memory", "disable"}}},
};

/// The result of each call of the program on this rank.
struct Ends {
    int put = NC_EPERM;  // of the fixed variable, interleaved
    int put_record = NC_EPERM;
    int wait = NC_EPERM;      // of a posted put
    int flexible = NC_EPERM;  // of a put from a derived datatype
    int get = NC_EPERM;
    int close = NC_EPERM;
    bool got_right = true;
    bool any = false;  // has failed
};

int note(Ends& ends, int code) {
    ends.any = ends.any || code != NC_NOERR;
    return code;
}

std::vector<int> mine(int base) {
    std::vector<int> values;
    for (int row = 0; row < rows; ++row)
        for (int column = me; column < columns; column += everybody)
            values.push_back(base + row * columns + column);
    return values;
}

struct Slice {
    std::array<MPI_Offset, 2> start = {0, me};
    std::array<MPI_Offset, 2> count = {rows, columns / everybody};
    std::array<MPI_Offset, 2> stride = {1, everybody};
};

MPI_Info info_of(const Setting& setting) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    for (const auto& [key, value] : setting.hints) MPI_Info_set(info, key, value);
    return info;
}

/// The program's use of a file, whatever fails.
Ends program(MPI_Comm comm, MPI_Info info, const std::string& path) {
    Ends ends;
    int ncid = -1;
    if (note(ends, ncmpi_create(comm, path.c_str(), NC_64BIT_DATA, info, &ncid)) != NC_NOERR)
        return ends;
    int dims[3] = {};
    int fixed = -1;
    int posted = -1;
    int record = -1;
    int spread = -1;
    note(ends, ncmpi_def_dim(ncid, "time", NC_UNLIMITED, &dims[0]));
    note(ends, ncmpi_def_dim(ncid, "y", rows, &dims[1]));
    note(ends, ncmpi_def_dim(ncid, "x", columns, &dims[2]));
    note(ends, ncmpi_def_var(ncid, "fixed", NC_INT, 2, dims + 1, &fixed));
    note(ends, ncmpi_def_var(ncid, "posted", NC_INT, 2, dims + 1, &posted));
    note(ends, ncmpi_def_var(ncid, "spread", NC_INT, 2, dims + 1, &spread));
    note(ends, ncmpi_def_var(ncid, "record", NC_INT, 2, dims, &record));
    note(ends, ncmpi_enddef(ncid));
    const Slice slice;
    const std::vector<int> values = mine(0);
    ends.put =
        note(ends, ncmpi_put_vars_int_all(ncid, fixed, slice.start.data(), slice.count.data(),
                                          slice.stride.data(), values.data()));
    const std::array<MPI_Offset, 2> record_start = {me % records, me / records};
    const std::array<MPI_Offset, 2> one = {1, 1};
    const int record_value = 100 + me;
    ends.put_record = note(
        ends, ncmpi_put_vara_int_all(ncid, record, record_start.data(), one.data(), &record_value));
    const std::vector<int> later = mine(1000);
    int request = NC_REQ_NULL;
    int status = NC_NOERR;
    note(ends, ncmpi_iput_vars_int(ncid, posted, slice.start.data(), slice.count.data(),
                                   slice.stride.data(), later.data(), &request));
    ends.wait = note(ends, ncmpi_wait_all(ncid, 1, &request, &status));
    if (ends.wait == NC_NOERR) ends.wait = status;
    std::vector<int> padded;
    for (const int value : mine(2000)) padded.insert(padded.end(), {value, -1});
    MPI_Datatype every_other = MPI_DATATYPE_NULL;
    MPI_Type_vector(rows * columns / everybody, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    ends.flexible =
        note(ends, ncmpi_put_vars_all(ncid, spread, slice.start.data(), slice.count.data(),
                                      slice.stride.data(), padded.data(), 1, every_other));
    PMPI_Type_free(&every_other);
    std::vector<int> back(values.size(), -7);
    ends.get =
        note(ends, ncmpi_get_vars_int_all(ncid, fixed, slice.start.data(), slice.count.data(),
                                          slice.stride.data(), back.data()));
    // Values that a neighbour could not write may be missing in this rank's get, but never its own.
    ends.got_right = ends.get != NC_NOERR || ends.put != NC_NOERR || back == values;
    MPI_Info used = MPI_INFO_NULL;
    if (note(ends, ncmpi_inq_file_info(ncid, &used)) == NC_NOERR) PMPI_Info_free(&used);
    note(ends, ncmpi_sync(ncid));
    ends.close = note(ends, ncmpi_close(ncid));
    return ends;
}

std::string described(const Setting& setting, int function, int n, int failing_rank, int after) {
    return std::string(setting.name) + ": call " + std::to_string(n) + " of " +
           failing_function(function) + " fails on rank " + std::to_string(failing_rank) +
           (after != 0 ? ", after it was done" : "");
}

/// Every value whose put succeeded is in the file. Called by this rank alone.
void expect_there(const Ends& ends, const std::string& path, const std::string& what) {
    const bool wrote = ends.put == NC_NOERR || ends.wait == NC_NOERR || ends.flexible == NC_NOERR ||
                       ends.put_record == NC_NOERR;
    if (!wrote) return;
    int ncid = -1;
    ok(ncmpi_open(MPI_COMM_SELF, path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid), what);
    ok(ncmpi_begin_indep_data(ncid), what);
    const Slice slice;
    const auto expect_variable = [&](int code, const char* name, int base) {
        if (code != NC_NOERR) return;
        int id = -1;
        ok(ncmpi_inq_varid(ncid, name, &id), what);
        std::vector<int> values(mine(0).size());
        ok(ncmpi_get_vars_int(ncid, id, slice.start.data(), slice.count.data(), slice.stride.data(),
                              values.data()),
           what);
        expect_values(values, mine(base), what + ": " + name);
    };
    expect_variable(ends.put, "fixed", 0);
    expect_variable(ends.wait, "posted", 1000);
    expect_variable(ends.flexible, "spread", 2000);
    if (ends.put_record == NC_NOERR && ends.close == NC_NOERR) {
        int id = -1;
        int value = 0;
        const std::array<MPI_Offset, 2> at = {me % records, me / records};
        ok(ncmpi_inq_varid(ncid, "record", &id), what);
        ok(ncmpi_get_var1_int(ncid, id, at.data(), &value), what);
        expect_equal(value, 100 + me, what + ": record");
    }
    close_file(ncid);
}

struct Tally {
    long runs = 0;
    long failed = 0;
    std::vector<long> calls = std::vector<long>(static_cast<std::size_t>(failing_functions()));
};

/// Whether ranks wait for each other inside MPI in this call, and cannot learn of a missing one.
bool waits_for_others(int function) {
    const std::string name = failing_function(function);
    return name == "MPI_Comm_dup" || name == "MPI_Allreduce" || name == "MPI_Comm_split" ||
           name == "MPI_Comm_split_type" || name == "MPI_Comm_free";
}

/// Writes a file beside the test's files, for debugging a hang.
void say_where(const std::string& what) {
    if (me != 0) return;
    std::FILE* const file = std::fopen("now.txt", "w");
    std::fprintf(file, "%s\n", what.c_str());
    std::fclose(file);
}

void run_with(const Setting& setting, int function, int n, int failing_rank, int after,
              Tally& tally) {
    MPI_Comm comm = MPI_COMM_NULL;
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Info info = info_of(setting);
    const std::string file = path();
    const std::string what = described(setting, function, n, failing_rank, after);
    say_where(what);
    failing_begin(function, me == failing_rank ? n : 0, after);
    const Ends ends = program(comm, info, file);
    failing_end();
    ++tally.runs;
    int told[2] = {failing_has_failed(), ends.any ? 1 : 0};
    PMPI_Allreduce(MPI_IN_PLACE, told, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    tally.failed += told[1];
    if (told[0] == 0) expect_true(!ends.any, what + ": an error without a failure");
    expect_true(ends.got_right, what + ": a get returned what was not put");
    expect_there(ends, file, what);
    MPI_Info_free(&info);
    PMPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&comm);
}

/// The number of calls of each function by this rank if nothing fails.
std::vector<int> calls_of(const Setting& setting) {
    Tally unused;
    run_with(setting, -1 + 1, 0, -1, 0, unused);
    std::vector<int> calls;
    for (int function = 0; function < failing_functions(); ++function)
        calls.push_back(failing_calls(function));
    return calls;
}

void every_call(const Setting& setting) {
    (void)calls_of(setting);  // makes what is made once in a process
    Tally tally;
    const weft_tests::ShareOfPoints points(3 * weft_tests::ShareOfPoints::part());
    for (int failing_rank = 0; failing_rank < everybody; ++failing_rank) {
        std::vector<int> calls = calls_of(setting);
        PMPI_Bcast(calls.data(), failing_functions(), MPI_INT, failing_rank, MPI_COMM_WORLD);
        for (int function = 0; function < failing_functions(); ++function) {
            // How often ranks look depends on how long they wait.
            constexpr int most = 24;
            const int count = std::min(calls[static_cast<std::size_t>(function)], most);
            for (int n = 1; n <= count; ++n) {
                // Some functions are called once: their call is a point of its own.
                if (!points.takes(function + n)) continue;
                for (int after = waits_for_others(function) ? 1 : 0; after < 2; ++after)
                    run_with(setting, function, n, failing_rank, after, tally);
            }
            tally.calls[static_cast<std::size_t>(function)] += count;
        }
    }
    if (me != 0) return;
    std::printf("%s: %ld runs, an error reported in %ld\n", setting.name, tally.runs, tally.failed);
    for (int function = 0; function < failing_functions(); ++function) {
        const long count = tally.calls[static_cast<std::size_t>(function)];
        if (count > 0) std::printf("  %4ld calls of %s\n", count, failing_function(function));
    }
    expect_true(tally.failed > tally.runs / 4, "hardly any failure was noticed");
}

template <int number>
void with_setting() {
    if (everybody == 1) return skip("nobody else could hear");
    every_call(settings[number]);
}

int handled = 0;

void handler(MPI_Comm* /*comm*/, int* /*code*/, ...) {
    ++handled;
}

void with_the_programs_handler() {
    if (everybody == 1) return skip("nobody else could hear");
    MPI_Errhandler own = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
    every_call(settings[0]);
    expect_true(handled > 0, "the handler was never called");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&own);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    me = rank();
    everybody = ranks();
    return run(argc, argv,
               {{"as_it_comes", with_setting<0>},
                {"windows", with_setting<1>},
                {"messages", with_setting<2>},
                {"no_shared_memory", with_setting<3>},
                {"reference", with_setting<4>},
                {"with_the_programs_handler", with_the_programs_handler}});
}
