// SPDX-License-Identifier: BSD-3-Clause
// The entry of netCDF-4 in the table of formats.
#pragma once

#include "container/format.hpp"

namespace weft::hdf5 {

extern const container::Format netcdf4_format;

}  // namespace weft::hdf5
