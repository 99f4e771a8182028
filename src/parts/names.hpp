// SPDX-License-Identifier: BSD-3-Clause
// The names of attributes and variables by which the files of a set know each other. Programs never
// see them.
#pragma once

namespace weft::parts::names {

/// The attribute of the master with the part table.
inline constexpr const char* set = "weft_set";
/// The beginning of the table's lines with names of parts; the part's number follows.
inline constexpr const char* part_line = "part";
/// The line of the table that says that the parts are netCDF-4 files.
inline constexpr const char* format_line = "format of the files";
inline constexpr const char* netcdf4 = "netCDF-4";
/// The attribute of a part with its set, and its number in the set.
inline constexpr const char* part = "weft_part";
/// The line in that attribute with the path of the part's master, if it has one.
inline constexpr const char* masters_place = "master";
/// The attribute of a divided variable, in the master and in the parts.
inline constexpr const char* division = "weft_division";
/// The names by which the CF conventions (1.13, section 2.8) find the parts of an array.
inline constexpr const char* aggregated_dimensions = "aggregated_dimensions";
inline constexpr const char* aggregated_data = "aggregated_data";

inline constexpr const char* of_divided_variables[] = {division, aggregated_dimensions,
                                                       aggregated_data};

}  // namespace weft::parts::names
