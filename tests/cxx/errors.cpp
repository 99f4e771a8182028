// SPDX-License-Identifier: BSD-3-Clause
// Exceptions: their classes, their codes, and that no rank stays behind when one of them meets one.
#include "check.hpp"

using namespace PnetCDF;
using namespace PnetCDF::exceptions;

namespace cxx_test {
namespace {

void opening(World) {
    expect_throw<NcmpiException>(NC_ENOENT, "open of nothing", [] {
        NcmpiFile file(MPI_COMM_WORLD, "there is no such file.nc", NcmpiFile::read);
    });
    expect_throw<NcExist>(NC_EEXIST, "new file that exists", [] {
        NcmpiFile(MPI_COMM_WORLD, "errors.nc", NcmpiFile::replace).close();
        NcmpiFile file(MPI_COMM_WORLD, "errors.nc", NcmpiFile::newFile);
    });
    NcmpiFile(MPI_COMM_WORLD, "errors4.nc", NcmpiFile::replace, NcmpiFile::nc4).close();
    expect_throw<NcInvalidWrite>(NC_EPERM, "definition in a netCDF-4 file to read", [] {
        NcmpiFile made(MPI_COMM_WORLD, "errors4.nc", NcmpiFile::read);
        made.addDim("x", 1);
    });
    NcmpiFile file(MPI_COMM_WORLD, "errors.nc", NcmpiFile::read);
    expect_throw<NcInvalidWrite>(NC_EPERM, "definition in a file to read",
                                 [&] { file.addDim("x", 1); });
}

void definitions(NcmpiFile& file) {
    const NcmpiDim x = file.addDim("x", 4);
    expect_throw<NcNameInUse>(NC_ENAMEINUSE, "name in use", [&] { file.addDim("x", 5); });
    expect_throw<NcBadName>(NC_EBADNAME, "bad name", [&] { file.addDim("a/b", 5); });
    expect_throw<NcmpiDimSize>(NC_EDIMSIZE, "negative length", [&] { file.addDim("y", -5); });
    expect_throw<NcNullDim>(NC_EBADDIM, "unknown dimension",
                            [&] { file.addVar("v", "int", "none"); });
    expect_throw<NcNullType>(NC_EBADTYPE, "unknown type",
                             [&] { file.addVar("v", "complex", "x"); });
    file.addVar("table", ncmpiInt, {x, x});
    const NcmpiVar v = file.addVar("v", ncmpiInt, x);
    expect_throw<NcNotAtt>(NC_ENOTATT, "unknown attribute", [&] { v.getAtt("none"); });
    expect_throw<NcBadDim>(NC_EBADDIM, "index of a dimension", [&] { v.getDim(1); });
    expect_throw<NcRange>(NC_ERANGE, "value out of range", [&] { v.putAtt("a", ncmpiByte, 1000); });
    if (!makes_netcdf4())
        expect_throw<NcmpiException>(NC_ESTRICTCDF2, "type of another format",
                                     [&] { file.addVar("w", ncmpiUint64, x); });
}

/// One rank asks for too much; the others get what they asked for.
void data(const NcmpiFile& file, World world) {
    const NcmpiVar v = file.getVar("v");
    const int values[4] = {world.rank, 1, 2, 3};
    v.putVar_all(values);
    int found[4] = {};
    if (world.rank == 0) {
        expect_throw<NcEdge>(NC_EEDGE, "edge", [&] { v.getVar_all({2}, {3}, found); });
        expect_throw<NcInvalidCoords>(NC_EINVALCOORDS, "start", [&] { v.getVar_all({9}, found); });
        expect_throw<NcStride>(NC_ESTRIDE, "stride", [&] { v.getVar_all({0}, {1}, {0}, found); });
        expect_throw<NcInvalidCoords>(NC_EINVALCOORDS, "no start",
                                      [&] { v.getVar_all({}, {1}, found); });
        // Too few numbers for two dimensions: refused by the library, in the call of all ranks.
        expect_throw<NcInvalidCoords>(NC_EINVALCOORDS, "short count", [&] {
            file.getVar("table").getVar_all({0, 0}, {1}, found);
        });
        expect_throw<exceptions::NcmpiChar>(NC_ECHAR, "text of numbers", [&] {
            char letters[4];
            v.getVar_all(letters);
        });
        signed char bytes[4];
        expect_throw<NcmpiException>(NC_EIOMISMATCH, "sizes that differ",
                                     [&] { v.getVar_all(bytes, 3, MPI_SIGNED_CHAR); });
    } else {
        for (int call = 0; call < 7; ++call) v.getVar_all(found);
        expect(found[1] == 1 && found[3] == 3, "other ranks' values");
    }
    expect_throw<NcmpiException>(NC_ENOTINDEP, "independent access in collective mode",
                                 [&] { v.getVar(found); });
    int unknown = 12345;
    const NcmpiFile& same = file;
    expect_throw<NcmpiException>(NC_EINVAL_REQUEST, "unknown request", [&] {
        const_cast<NcmpiFile&>(same).Wait_all(1, &unknown, nullptr);
    });
}

}  // namespace

void test_errors(World world) {
    opening(world);
    NcmpiFile file(MPI_COMM_WORLD, "errors.nc", NcmpiFile::replace);
    definitions(file);
    data(file, world);

    const NcmpiException plain("said by a program", "file.cpp", 7);
    expect_equal(std::string(plain.what()), "said by a program (file.cpp:7)",
                 "text of an exception");
    ncmpiCheck(NC_NOERR, __FILE__, __LINE__);
    expect_throw<NcBadType>(NC_EBADTYPE, "a code", [] { ncmpiCheck(NC_EBADTYPE, "file.cpp", 1); });
    expect_throw<NcmpiException>(NC_EBADID, "as its base",
                                 [] { throw NcBadId("id", "file.cpp", 1); });
}

}  // namespace cxx_test
