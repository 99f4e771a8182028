// SPDX-License-Identifier: BSD-3-Clause
// What a file in HDF5's format says about the software that has written it.
#pragma once

#include <string>

namespace weft::model {

struct Origin {
    std::string properties = {};  // what netCDF-C notes of itself: "version=2,netcdf=4.9.0,..."
    int superblock_version = 0;   // of HDF5's format
    bool is_netcdf4 = false;      // as netCDF-C tells it: not of the classic model
};

}  // namespace weft::model
