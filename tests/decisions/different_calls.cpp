// SPDX-License-Identifier: BSD-3-Clause
// Ranks in different collective calls: every rank soon gets an error that names both calls; no rank
// hangs or crashes, and the file stays unchanged.
#include <weft.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

using Clock = std::chrono::steady_clock;
constexpr double timeout_seconds = 20;

/// The file that a call is made on.
struct Target {
    Sample file;
    std::string path;
    bool is_open = true;
    bool is_asked = true;  // for the last error: false if the call is not about this file
};

struct CollectiveCall {
    const char* name;
    int (*make)(Target& target);
};

const std::array<MPI_Offset, 2> start = {0, 0};
const std::array<MPI_Offset, 2> count = {1, 2};

const std::vector<CollectiveCall> calls = {
    {"ncmpi_put_vara_int_all",
     [](Target& target) {
         const std::array values = {-1, -2};
         return ncmpi_put_vara_int_all(target.file.ncid, target.file.record, start.data(),
                                       count.data(), values.data());
     }},
    {"ncmpi_get_vara_double_all",
     [](Target& target) {
         std::array<double, 2> values{};
         return ncmpi_get_vara_double_all(target.file.ncid, target.file.real, start.data(),
                                          count.data(), values.data());
     }},
    {"ncmpi_wait_all",
     [](Target& target) {
         int request = NC_REQ_NULL;
         int status = NC_NOERR;
         const std::array values = {-3, -4};
         ok(ncmpi_iput_vara_int(target.file.ncid, target.file.record, start.data(), count.data(),
                                values.data(), &request));
         const int code = ncmpi_wait_all(target.file.ncid, 1, &request, &status);
         expect(status, code, "the status of the request");
         return code;
     }},
    {"ncmpi_redef", [](Target& target) { return ncmpi_redef(target.file.ncid); }},
    {"ncmpi_sync", [](Target& target) { return ncmpi_sync(target.file.ncid); }},
    {"ncmpi_begin_indep_data",
     [](Target& target) { return ncmpi_begin_indep_data(target.file.ncid); }},
    {"ncmpi_fill_var_rec",
     [](Target& target) { return ncmpi_fill_var_rec(target.file.ncid, target.file.record, 1); }},
    {"ncmpi_put_att_int",
     [](Target& target) {
         const int value = 8;
         return ncmpi_put_att_int(target.file.ncid, NC_GLOBAL, "number", NC_INT, 1, &value);
     }},
    {"ncmpi_rename_var",
     [](Target& target) { return ncmpi_rename_var(target.file.ncid, target.file.scalar, "s"); }},
    {"ncmpi_create",
     [](Target& target) {
         int ncid = -1;
         target.is_asked = false;
         return ncmpi_create(MPI_COMM_WORLD, (target.path + ".other").c_str(), NC_CLOBBER,
                             MPI_INFO_NULL, &ncid);
     }},
    {"ncmpi_open",
     [](Target& target) {
         int ncid = -1;
         target.is_asked = false;
         return ncmpi_open(MPI_COMM_WORLD, target.path.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid);
     }},
    {"ncmpi_close",
     [](Target& target) {
         target.is_open = target.is_asked = false;
         return ncmpi_close(target.file.ncid);
     }},
    {"ncmpi_abort",
     [](Target& target) {
         target.is_open = target.is_asked = false;
         return ncmpi_abort(target.file.ncid);
     }},
};

std::string said(const Target& target) {
    return weft_last_error(target.is_asked ? target.file.ncid : -1);
}

void expect_mentioned(const std::string& text, const char* name) {
    expect_true(text.find(name) != std::string::npos, "'" + text + "' does not mention " + name);
}

/// Two records with known values and zeros elsewhere, and a global attribute.
Target closed_sample(MPI_Info info) {
    Target target{.file = {}, .path = path()};
    target.file = define_sample();
    const int value = 7;
    ok(ncmpi_put_att_int(target.file.ncid, NC_GLOBAL, "number", NC_INT, 1, &value));
    ok(ncmpi_enddef(target.file.ncid));
    const std::vector<int> values(Sample::x_length, 5);
    for (MPI_Offset record = 0; record < 2; ++record) {
        const std::array<MPI_Offset, 2> at = {record, 0};
        const std::array<MPI_Offset, 2> one = {1, Sample::x_length};
        ok(ncmpi_put_vara_int_all(target.file.ncid, target.file.record, at.data(), one.data(),
                                  values.data()));
    }
    ok(ncmpi_close(target.file.ncid));
    ok(ncmpi_open(MPI_COMM_WORLD, target.path.c_str(), NC_WRITE, info, &target.file.ncid));
    return target;
}

/// The file can be read, and has its old contents.
void expect_unharmed(const Target& target) {
    const int ncid = open_file(target.path, NC_NOWRITE);
    expect_values(values_of(ncid, target.file.record, 2 * Sample::x_length),
                  std::vector<int>(2 * Sample::x_length, 5), "what the file held");
    expect_equal(record_count(ncid), 2, "records");
    close_file(ncid);
}

void make_both(const CollectiveCall& of_one, const CollectiveCall& of_others, int one,
               MPI_Info info) {
    Target target = closed_sample(info);
    const CollectiveCall& mine = rank() == one ? of_one : of_others;
    const auto begin = Clock::now();
    const int code = mine.make(target);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    const std::string pair = std::string(of_one.name) + " beside " + of_others.name;
    const std::string text = said(target);
    expect_true(code != NC_NOERR, pair + ": no error");
    expect_true(seconds < timeout_seconds, pair + ": " + std::to_string(seconds) + " seconds");
    expect_mentioned(text, of_one.name);
    expect_mentioned(text, of_others.name);
    // Every rank with the file open still closes it, alone or together.
    if (target.is_open) (void)ncmpi_close(target.file.ncid);
    expect_unharmed(target);
}

void every_pair(MPI_Info info) {
    if (ranks() == 1) return skip("one rank is always in the same call");
    int pair = 0;
    for (const CollectiveCall& a : calls) {
        for (const CollectiveCall& b : calls) {
            if (&a != &b) make_both(a, b, pair++ % ranks(), info);
        }
    }
}

void every_pair_of_calls() {
    every_pair(MPI_INFO_NULL);
}

/// Hints that make data calls exchange in another way than other calls.
void every_pair_with_hint(const char* key, const char* value) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    every_pair(info);
    MPI_Info_free(&info);
}

void every_pair_beside_shared_windows() {
    every_pair_with_hint("weft_method", "two_phase");
}

void every_pair_between_nodes() {
    every_pair_with_hint("weft_pretended_nodes", "2");
}

/// The others do not wait in a call that returns at once, because there is nothing to do or its
/// mode is wrong.
void a_call_that_returns_at_once() {
    if (ranks() == 1) return skip("one rank is always in the same call");
    Target target = closed_sample(MPI_INFO_NULL);
    const auto begin = Clock::now();
    int code = NC_NOERR;
    if (rank() == 0) {
        code = ncmpi_end_indep_data(target.file.ncid);
        expect(code, NC_NOERR, "end_indep_data in collective mode");
    } else {
        code = ncmpi_sync(target.file.ncid);
        expect_true(code != NC_NOERR, "sync that rank 0 does not make");
        expect_mentioned(said(target), "ncmpi_end_indep_data");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    expect_true(seconds < timeout_seconds, std::to_string(seconds) + " seconds");
    (void)ncmpi_close(target.file.ncid);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_unharmed(target);
}

/// The others wait for a rank that computes for a while.
void a_late_rank_is_no_mistake() {
    Target target = closed_sample(MPI_INFO_NULL);
    if (rank() == 0) {
        const auto begin = Clock::now();
        while (Clock::now() - begin < std::chrono::seconds(3)) continue;
    }
    ok(ncmpi_sync(target.file.ncid));
    close_file(target.file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"every_pair_of_calls", every_pair_of_calls},
                {"every_pair_beside_shared_windows", every_pair_beside_shared_windows},
                {"every_pair_between_nodes", every_pair_between_nodes},
                {"a_call_that_returns_at_once", a_call_that_returns_at_once},
                {"a_late_rank_is_no_mistake", a_late_rank_is_no_mistake}});
}
