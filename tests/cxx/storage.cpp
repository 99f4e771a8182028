// SPDX-License-Identifier: BSD-3-Clause
// How variables of netCDF-4 files are stored.
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "check.hpp"

using namespace PnetCDF;

namespace cxx_test {
namespace {

void define(const NcmpiFile& file) {
    const std::vector<NcmpiDim> dims = {file.addDim("y", 6), file.addDim("x", 4)};
    const NcmpiVar grid = file.addVar("grid", ncmpiFloat, dims);
    grid.setChunking(NcmpiVar::nc_CHUNKED, {3, 2});
    grid.setCompression(true, true, 4);
    grid.setChecksum(NcmpiVar::nc_FLETCHER32);
    grid.setEndianness(NcmpiVar::nc_ENDIAN_BIG);
    grid.setQuantize(NcmpiVar::nc_QUANTIZE_BITROUND, 8);
    const NcmpiVar array = file.addVar("array", ncmpiFloat, dims);
    array.setChunking(NcmpiVar::nc_CONTIGUOUS);
    array.setEndianness(NcmpiVar::nc_ENDIAN_BIG);
    file.addVar("chosen", ncmpiFloat, dims).setChunking(NcmpiVar::nc_CHUNKED);
    expect_throw<exceptions::NcInvalidArg>(NC_EINVAL, "chunks of one dimension",
                                           [&] { grid.setChunking(NcmpiVar::nc_CHUNKED, {3}); });
    expect_throw<exceptions::NcInvalidArg>(
        NC_EINVAL, "too many bits", [&] { grid.setQuantize(NcmpiVar::nc_QUANTIZE_BITROUND, 24); });
}

void inquire(const NcmpiFile& file) {
    const NcmpiVar grid = file.getVar("grid");
    NcmpiVar::ChunkMode mode = NcmpiVar::nc_CONTIGUOUS;
    Offsets lengths;
    grid.getChunkingParameters(mode, lengths);
    expect_equal(mode, NcmpiVar::nc_CHUNKED, "chunks");
    expect_same(lengths, Offsets{3, 2}, "lengths of chunks");
    bool shuffle = false;
    bool deflate = false;
    int level = 0;
    grid.getCompressionParameters(shuffle, deflate, level);
    expect(shuffle && deflate && level == 4, "compression");
    expect_equal(grid.getChecksum(), NcmpiVar::nc_FLETCHER32, "checksum");
    expect_equal(grid.getEndianness(), NcmpiVar::nc_ENDIAN_BIG, "byte order");
    NcmpiVar::QuantizeMode quantized = NcmpiVar::nc_NOQUANTIZE;
    int digits = 0;
    grid.getQuantizeParameters(quantized, digits);
    expect(quantized == NcmpiVar::nc_QUANTIZE_BITROUND && digits == 8, "quantisation");
    file.getVar("array").getChunkingParameters(mode, lengths);
    expect(mode == NcmpiVar::nc_CONTIGUOUS && lengths.empty(), "an array");
    expect_equal(file.getVar("array").getEndianness(), NcmpiVar::nc_ENDIAN_BIG, "of an array");
    file.getVar("chosen").getChunkingParameters(mode, lengths);
    expect(mode == NcmpiVar::nc_CHUNKED && lengths.size() == 2, "chunks that Weft chooses");
}

/// 8 bits behind the first one hold these exactly, but the last.
std::vector<float> values() {
    std::vector<float> all;
    for (int i = 0; i < 24; ++i) all.push_back(0.25F * static_cast<float>(i));
    all.back() = 1 + 1.0F / 1024;
    return all;
}

}  // namespace

void test_storage(World world) {
    const char* const hints = std::getenv("PNETCDF_HINTS");
    if (hints != nullptr && std::strstr(hints, "weft_parts") != nullptr) {
        if (world.rank == 0)
            std::cout << "skipped: storage of variables: a hint says it for a set's parts\n";
        return;
    }
    {
        NcmpiFile file(MPI_COMM_WORLD, "storage.nc", NcmpiFile::replace, NcmpiFile::nc4);
        define(file);
        file.getVar("grid").putVar_all(values().data());
        file.getVar("array").putVar_all(values().data());
        inquire(file);
        file.close();
    }
    NcmpiFile file(MPI_COMM_WORLD, "storage.nc", NcmpiFile::read);
    inquire(file);
    std::vector<float> found(24);
    file.getVar("array").getVar_all(found.data());
    expect_same(found, values(), "values of an array");
    file.getVar("grid").getVar_all(found.data());
    std::vector<float> rounded = values();
    rounded.back() = 1;
    expect_same(found, rounded, "rounded values");
}

}  // namespace cxx_test
