// SPDX-License-Identifier: BSD-3-Clause
#include "formats/unread.hpp"

#include "container/constants.hpp"
#include "format/signature.hpp"

namespace weft::formats {
namespace {

constexpr container::Kind netcdf4_kinds[] = {
    {.number = container::format_numbers::netcdf4,
     .flag = container::mode_flags::netcdf4,
     .name = "NetCDF-4",
     .signature = format::hdf5_signature.bytes},
    {.number = container::format_numbers::netcdf4_classic, .name = "NetCDF-4 classic model"},
};

}  // namespace

constinit const container::Format unread_netcdf4 = {
    .name = "netcdf4",
    .kinds = netcdf4_kinds,
    .has_user_block = true,
    .refusal = "is an HDF5 (netCDF-4) file; nccopy -k cdf5 makes one that Weft reads"};

}  // namespace weft::formats
