// SPDX-License-Identifier: BSD-3-Clause
// Numbers and names of the interface that definitions and formats use. pnetcdf.h, which only the C
// functions include, has the same values.
#pragma once

namespace weft::container {

inline constexpr int root = 0;  // the rank that acts for all

inline constexpr const char* fill_value_name = "_FillValue";

inline constexpr int global_attributes_id = -1;  // NC_GLOBAL

namespace format_numbers {  // NC_FORMAT_*
inline constexpr int classic = 1;
inline constexpr int cdf2 = 2;
inline constexpr int netcdf4 = 3;
inline constexpr int netcdf4_classic = 4;
inline constexpr int cdf5 = 5;
}  // namespace format_numbers

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

}  // namespace weft::container
