// SPDX-License-Identifier: BSD-3-Clause
// Attributes that netCDF-4 keeps for itself. No program sees or writes them.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace weft::hdf5 {

inline constexpr std::array<std::string_view, 14> reserved_names = {
    "CLASS",         "NAME",        "DIMENSION_LIST",      "REFERENCE_LIST",    "_ARRAY_DIMENSIONS",
    "_Codecs",       "_Format",     "_IsNetcdf4",          "_NCProperties",     "_NCZARR_ATTR",
    "_Netcdf4Dimid", "_nc3_strict", "_Netcdf4Coordinates", "_SuperblockVersion"};

inline bool is_reserved(std::string_view name) {
    return std::ranges::find(reserved_names, name) != reserved_names.end();
}

}  // namespace weft::hdf5
