// SPDX-License-Identifier: BSD-3-Clause
// The hint weft_fault: a plan that says nothing is refused on all ranks, before a file is made.
#include <weft.h>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr const char* senseless[] = {"write:1:EIO",
                                     "0:wrote:1:EIO",
                                     "0:write:first:EIO",
                                     "0:write:1:EWRONG",
                                     "0:write:1",
                                     "-1:write:1:EIO",
                                     "0",
                                     "stales",
                                     "0:open:1:SHORT"};

void expect_a_sentence_about(const std::string& plan) {
    const std::string said = weft_last_error(-1);
    expect_true(said.find("weft_fault") != std::string::npos, "names the hint: " + said);
    expect_true(said.find("'" + plan + "'") != std::string::npos, "names the plan: " + said);
}

void create_refuses_it() {
    for (const char* plan : senseless) {
        const Variable hints("PNETCDF_HINTS", (std::string("weft_fault=") + plan).c_str());
        int ncid = -1;
        expect(ncmpi_create(MPI_COMM_WORLD, path().c_str(), 0, MPI_INFO_NULL, &ncid), NC_EINVAL,
               plan);
        expect_a_sentence_about(plan);
        expect_true(!exists(path()), "no file is made");
    }
}

void open_refuses_it() {
    close_file(sample().ncid);
    for (const char* plan : senseless) {
        const Variable hints("PNETCDF_HINTS", (std::string("weft_fault=") + plan).c_str());
        int ncid = -1;
        expect(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_WRITE, MPI_INFO_NULL, &ncid),
               NC_EINVAL, plan);
        expect_a_sentence_about(plan);
    }
    expect_true(exists(path()), "the file is still there");
}

void says_where_it_is_wrong() {
    const Variable hints("PNETCDF_HINTS", "weft_fault=0:write:first:EIO");
    int ncid = -1;
    expect(ncmpi_create(MPI_COMM_WORLD, path().c_str(), 0, MPI_INFO_NULL, &ncid), NC_EINVAL);
    const std::string said = weft_last_error(-1);
    expect_true(said.find("character 7 of 'write:first:EIO'") != std::string::npos, said);
}

/// The last rank's file does not open: all ranks hear of it.
void a_plan_that_makes_sense_is_carried_out() {
    if (is_far()) return skip("planned faults are those of system calls here");
    const std::string plan = "weft_fault=" + std::to_string(ranks() - 1) + ":open:1:EIO";
    const Variable hints("PNETCDF_HINTS", plan.c_str());
    int ncid = -1;
    const int code = ncmpi_create(MPI_COMM_WORLD, path().c_str(), 0, MPI_INFO_NULL, &ncid);
    expect_true(code != NC_NOERR, "create fails where a rank cannot open the file");
}

}  // namespace

int main(int argc, char** argv) {
    return run(
        argc, argv,
        {{"create_refuses_it", create_refuses_it},
         {"open_refuses_it", open_refuses_it},
         {"says_where_it_is_wrong", says_where_it_is_wrong},
         {"a_plan_that_makes_sense_is_carried_out", a_plan_that_makes_sense_is_carried_out}});
}
