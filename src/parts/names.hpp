// SPDX-License-Identifier: BSD-3-Clause
// The names of attributes and variables by which the files of a set know each other. Programs never
// see them.
#pragma once

namespace weft::parts::names {

/// In the master: the part table.
inline constexpr const char* set = "weft_set";
/// In the table, a line for the name of each part: this and its number.
inline constexpr const char* part_line = "part";
/// In the table of a set whose parts are netCDF-4 files, a line that says so.
inline constexpr const char* format_line = "format of the files";
inline constexpr const char* netcdf4 = "netCDF-4";
/// In a part: its set, and its number in the set.
inline constexpr const char* part = "weft_part";
/// In a part, a line for the path of its master, if it has one.
inline constexpr const char* masters_place = "master";
/// In a divided variable, in the master and in the parts.
inline constexpr const char* division = "weft_division";
/// The CF conventions (1.13, section 2.8) find the parts of an array by these.
inline constexpr const char* aggregated_dimensions = "aggregated_dimensions";
inline constexpr const char* aggregated_data = "aggregated_data";

inline constexpr const char* of_divided_variables[] = {division, aggregated_dimensions,
                                                       aggregated_data};

}  // namespace weft::parts::names
