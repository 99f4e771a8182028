// SPDX-License-Identifier: BSD-3-Clause
// Which variables are too large for CDF-1 and CDF-2. No data is written: files stay short.
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

constexpr MPI_Offset limit1 = 0x7FFFFFFC;              // 2^31-4
constexpr MPI_Offset limit2 = MPI_Offset{0xFFFFFFFC};  // 2^32-4

/// Variables of bytes, of these sizes; a negative one is of one record.
void expect_enddef(int cmode, const std::vector<MPI_Offset>& sizes, int wanted,
                   std::string_view what, Place place = here()) {
    const int ncid = create_file(path(), cmode, place);
    const int time = dimension(ncid, "time", NC_UNLIMITED, place);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const bool record = sizes[i] < 0;
        const MPI_Offset bytes = record ? -sizes[i] : sizes[i];
        // Dimensions of these formats end at 2^31-1, so a large size is a product.
        const std::string name = std::to_string(i);
        const int part = dimension(ncid, ("part" + name).c_str(), 4, place);
        const int rest = dimension(ncid, ("rest" + name).c_str(), bytes / 4, place);
        std::vector<int> dims = {part, rest};
        if (record) dims.insert(dims.begin(), time);
        variable(ncid, ("v" + name).c_str(), NC_BYTE, dims, place);
    }
    expect(ncmpi_enddef(ncid), wanted, what, place);
    ok(ncmpi_abort(ncid), "abort", place);
}

void fixed_variables() {
    expect_enddef(NC_CLOBBER, {limit1}, NC_NOERR, "CDF-1, at the limit");
    expect_enddef(NC_CLOBBER, {8, limit1 + 4}, NC_NOERR, "CDF-1, the last is over it");
    expect_enddef(NC_CLOBBER, {limit1 + 4, 8}, NC_EVARSIZE, "CDF-1, the first is over it");
    expect_enddef(NC_CLOBBER, {limit1 + 4, limit1 + 4}, NC_EVARSIZE, "CDF-1, both");
    expect_enddef(NC_64BIT_OFFSET, {limit1 + 4, 8}, NC_NOERR, "CDF-2, below its limit");
    expect_enddef(NC_64BIT_OFFSET, {limit2, 8}, NC_NOERR, "CDF-2, at the limit");
    expect_enddef(NC_64BIT_OFFSET, {8, limit2 + 4}, NC_NOERR, "CDF-2, the last is over it");
    expect_enddef(NC_64BIT_OFFSET, {limit2 + 4, 8}, NC_EVARSIZE, "CDF-2, the first is over it");
    expect_enddef(NC_64BIT_DATA, {limit2 + 4, limit2 + 4, 8}, NC_NOERR, "CDF-5 has no limit");
}

void record_variables() {
    expect_enddef(NC_CLOBBER, {-8, -(limit1 + 4)}, NC_NOERR, "CDF-1, the last");
    expect_enddef(NC_CLOBBER, {-(limit1 + 4), -8}, NC_EVARSIZE, "CDF-1, the first");
    expect_enddef(NC_64BIT_OFFSET, {-8, -(limit2 + 4)}, NC_NOERR, "CDF-2, the last");
    expect_enddef(NC_64BIT_OFFSET, {-(limit2 + 4), -8}, NC_EVARSIZE, "CDF-2, the first");
    expect_enddef(NC_64BIT_DATA, {-(limit2 + 4), -8}, NC_NOERR, "CDF-5");
}

/// CDF-1 has 31-bit offsets.
void offsets() {
    expect_enddef(NC_CLOBBER, {limit1 / 2, limit1 / 2, limit1 / 2, 8}, NC_EVARSIZE, "CDF-1");
    expect_enddef(NC_64BIT_OFFSET, {limit1 / 2, limit1 / 2, limit1 / 2, 8}, NC_NOERR, "CDF-2");
}

/// After NC_EVARSIZE the file is still in define mode.
void define_mode_goes_on() {
    const int ncid = create_file(path(), NC_CLOBBER);
    const int x = dimension(ncid, "x", NC_MAX_INT);
    variable(ncid, "a", NC_SHORT, {x});
    variable(ncid, "b", NC_BYTE, {});
    expect(ncmpi_enddef(ncid), NC_EVARSIZE);
    expect(ncmpi_redef(ncid), NC_EINDEFINE);
    dimension(ncid, "y", 2);
    ok(ncmpi_abort(ncid));
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"fixed_variables", fixed_variables},
                {"record_variables", record_variables},
                {"offsets", offsets},
                {"define_mode_goes_on", define_mode_goes_on}});
}
