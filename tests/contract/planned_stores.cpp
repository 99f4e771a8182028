// SPDX-License-Identifier: BSD-3-Clause
// No setting of a user makes storage fail, slow or out of date: tests use a library of their own
// (cmake/WeftTestingStores.cmake), whose settings this one does not have.
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

const std::string plans[] = {"open:1:EIO:forever",
                             "write:1:EIO:forever",
                             "read:1:EIO:forever",
                             "close:1:EIO:forever",
                             "stale",
                             "no plan"};

/// Makes a file with the hints and reads it again.
void expect_all_goes_well(const Pairs& hints) {
    const Info info(hints);
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    const int v = variable(ncid, "v", NC_INT, {dimension(ncid, "x", ranks())});
    ok(ncmpi_enddef(ncid));
    const MPI_Offset start = rank();
    const MPI_Offset count = 1;
    const int value = rank() + 1;
    ok(ncmpi_put_vara_int_all(ncid, v, &start, &count, &value));
    ok(ncmpi_sync(ncid));
    close_file(ncid);
    meet();
    ok(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_NOWRITE, info.get(), &ncid));
    std::vector<int> wanted;
    for (int i = 0; i < ranks(); ++i) wanted.push_back(i + 1);
    expect_values(values_of(ncid, v, wanted.size()), wanted, "v");
    close_file(ncid);
    meet();
}

void no_hint_makes_storage_fail() {
    for (const std::string& plan : plans) {
        expect_all_goes_well({{"weft_fault", plan}});
        expect_all_goes_well({{"weft_fault", "0:" + plan}});
    }
}

void no_variable_makes_storage_fail() {
    for (const std::string& plan : plans) {
        const Variable store("WEFT_PLANNED_STORE", plan.c_str());
        expect_all_goes_well({});
    }
}

void the_hint_is_told_to_be_unknown() {
    if (is_far()) return skip("the report is a file here");
    const std::string report = path(".report.txt");
    expect_all_goes_well({{"weft_fault", "0:write:1:EIO"}, {"weft_report", report}});
    expect_true(bytes_of(report).find("there is no hint 'weft_fault'") != std::string::npos,
                bytes_of(report));
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"no_hint_makes_storage_fail", no_hint_makes_storage_fail},
                {"no_variable_makes_storage_fail", no_variable_makes_storage_fail},
                {"the_hint_is_told_to_be_unknown", the_hint_is_told_to_be_unknown}});
}
