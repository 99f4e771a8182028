// SPDX-License-Identifier: BSD-3-Clause
// Finding things in a file, and objects that stand for nothing.
#include <utility>

#include "check.hpp"

using namespace PnetCDF;

namespace cxx_test {
namespace {

void make_file() {
    NcmpiFile file(MPI_COMM_WORLD, "inquiry.nc", NcmpiFile::replace, NcmpiFile::classic2);
    const NcmpiDim time = file.addDim("time");
    const NcmpiDim x = file.addDim("x", 3);
    const NcmpiVar v = file.addVar("v", ncmpiInt, {time, x});
    v.putAtt("b", ncmpiInt, 1);
    v.putAtt("a", ncmpiInt, 2);
    file.addVar("w", ncmpiShort, x);
    file.putAtt("title", "inquiry");
}

void contents(const NcmpiFile& file) {
    expect_equal(file.getDimCount(), 2, "dimensions");
    expect_equal(file.getVarCount(), 2, "variables");
    expect_equal(file.getRecVarCount(), 1, "record variables");
    expect_equal(file.getFixVarCount(), 1, "other variables");
    expect_equal(file.getAttCount(), 1, "attributes");
    expect_equal(file.getRecSize(), 12, "bytes of a record");
    expect_equal(file.getVarCount(NcmpiGroup::Children), 0, "variables of children");
    expect_equal(file.getVarCount(NcmpiGroup::ParentsAndCurrent), 2, "variables here and above");

    std::string names;
    for (const auto& entry : file.getVars()) names += entry.first;
    for (const auto& entry : file.getDims()) names += entry.first;
    for (const auto& entry : file.getAtts()) names += entry.first;
    for (const auto& entry : file.getVar("v").getAtts()) names += entry.first;
    expect_equal(names, "vwtimextitleab", "names");
    expect_equal(file.getVars("w").size(), 1u, "variables of a name");
    expect_equal(file.getVars("none").size(), 0u, "variables of no name");
    expect_equal(file.getDims("x").begin()->getSize(), 3, "dimensions of a name");
    expect_equal(file.getAtts("title").size(), 1u, "attributes of a name");

    const NcmpiVar v = file.getVar("v");
    expect_equal(v.getAttCount(), 2, "attributes of a variable");
    expect_equal(v.getDims().size(), 2u, "dimensions of a variable");
    expect(v.getDim(0).isUnlimited() && !v.getDim(1).isUnlimited(), "the unlimited dimension");
    expect(v.getParentGroup() == file, "the group of a variable");
    expect(v != file.getVar("w") && v == file.getVar("v") && v < file.getVar("w"), "comparisons");
    expect(v.getType() == ncmpiInt && v.getType() != ncmpiShort, "the type of a variable");
    int number = 0;
    v.getAtt("a").getValues(&number);
    expect_equal(number, 2, "an attribute by name");
    MPI_Offset offset = 0, extent = 0, size = 0;
    v.Inq_file_offset(&offset);
    NcmpiFile& open_file = const_cast<NcmpiFile&>(file);
    open_file.Inq_header_extent(&extent);
    open_file.Inq_header_size(&size);
    if (!makes_netcdf4())
        expect(0 < size && size <= extent && extent <= offset, "where things are in the file");
}

void nothing(const NcmpiFile& file) {
    expect(file.getVar("none").isNull() && file.getDim("none").isNull(), "null when not found");
    expect(file.getAtt("none").isNull() && file.getType("none").isNull(), "null when not found");
    expect(file.getGroup("none").isNull(), "null when not found");
    expect(NcmpiVar().isNull() && NcmpiDim().isNull() && NcmpiVarAtt().isNull(),
           "null from the start");
    expect(NcmpiVar() == NcmpiVar() && NcmpiDim() == NcmpiDim(), "null objects are equal");
    expect_throw<exceptions::NcNotVar>(NC_ENOTVAR, "null variable", [] { NcmpiVar().getName(); });
    expect_throw<exceptions::NcNullDim>(NC_EBADDIM, "null dimension", [] { NcmpiDim().getSize(); });
    expect_throw<exceptions::NcNullType>(NC_EBADTYPE, "null type", [] { NcmpiType().getName(); });
    expect_throw<exceptions::NcNullGrp>(NC_EBADGRPID, "null group",
                                        [] { NcmpiFile().getVarCount(); });
}

void groups_and_types(const NcmpiFile& file) {
    expect(file.isRootGroup() && file.getParentGroup().isNull(), "the file is the root");
    expect_equal(file.getName(), "/", "the name of the root");
    expect_equal(file.getGroupCount(), 0, "no groups below");
    expect_equal(file.getGroups(NcmpiGroup::AllGrps).size(), 1u, "one group at all");
    expect_throw<exceptions::NcNotNc4>(NC_ENOTNC4, "a group", [&] { file.addGroup("g"); });
    expect_equal(file.getTypeCount(), 11, "types");
    expect(file.getType("double") == ncmpiDouble, "type by name");
    std::vector<int> sizes;
    for (const auto& entry : file.getTypes()) sizes.push_back(int(entry.second.getSize()));
    // byte char double float int int64 short ubyte uint uint64 ushort
    expect_same(sizes, {1, 1, 8, 4, 4, 8, 2, 1, 4, 8, 2}, "sizes of types");
    expect_equal(ncmpiInt64.getName(), "int64", "name of a type");
    expect_equal(ncmpiInt64.getTypeClassName(), "ncmpi_INT64", "class name of a type");
    expect_equal(file.getTypes("int", NcmpiType::ncmpi_INT).size(), 1u,
                 "types of a name and class");
}

}  // namespace

void test_inquiry(World) {
    make_file();
    NcmpiFile file(MPI_COMM_WORLD, "inquiry.nc", NcmpiFile::read);
    expect_equal(file.getFormat(), makes_netcdf4() ? NcmpiFile::nc4 : NcmpiFile::classic2,
                 "format");
    expect_equal(file.warning(), NC_NOERR, "warning");
    contents(file);
    nothing(file);
    groups_and_types(file);
    int length = 0;
    char path[200] = "";
    file.Inq_path(&length, path);
    expect_equal(std::string(path), "inquiry.nc", "path");

    NcmpiFile moved(std::move(file));
    expect(file.isNull() && moved.getVarCount() == 2, "a moved file");
    file = std::move(moved);
    expect(moved.isNull() && file.getVarCount() == 2, "a file moved back");
}

}  // namespace cxx_test
