// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the interface that the dataset interprets. pnetcdf.h, which only the C functions
// include, has the same values.
#pragma once

#include "container/constants.hpp"

namespace weft::dataset {

using container::fill_value_name;
using container::global_attributes_id;
using container::root;

namespace mode_flags {  // of ncmpi_create and ncmpi_open
inline constexpr int write = 0x0001;
inline constexpr int no_clobber = 0x0004;
inline constexpr int diskless = 0x0008;
inline constexpr int mmap = 0x0010;
inline constexpr int cdf5 = 0x0020;
inline constexpr int classic_model = 0x0100;
inline constexpr int cdf2 = 0x0200;
inline constexpr int netcdf4 = 0x1000;
inline constexpr int bp = 0x10000;
}  // namespace mode_flags

namespace fill_modes {
inline constexpr int fill = 0;         // NC_FILL
inline constexpr int no_fill = 0x100;  // NC_NOFILL
}  // namespace fill_modes

namespace request_ids {
inline constexpr int none = -1;      // NC_REQ_NULL
inline constexpr int all = -1;       // NC_REQ_ALL, as a count
inline constexpr int all_gets = -2;  // NC_GET_REQ_ALL
inline constexpr int all_puts = -3;  // NC_PUT_REQ_ALL
}  // namespace request_ids

inline constexpr int count_ignore = -1;  // NC_COUNT_IGNORE

}  // namespace weft::dataset
