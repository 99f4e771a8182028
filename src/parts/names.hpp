// SPDX-License-Identifier: BSD-3-Clause
// The names by which the files of a set know each other. Programs never see them.
#pragma once

namespace weft::parts::names {

/// Of the master: the part table.
inline constexpr const char* set = "weft_set";
/// There, a line for the name of each part: this and its number.
inline constexpr const char* part_line = "part";
/// Of a part: to which set it belongs, and as which of its parts.
inline constexpr const char* part = "weft_part";
/// There, a line for the place of its master, as far as it has one.
inline constexpr const char* masters_place = "master";
/// Of a divided variable, in the master and in the parts.
inline constexpr const char* division = "weft_division";
/// By which the CF conventions (1.13, section 2.8) find the parts of an array.
inline constexpr const char* aggregated_dimensions = "aggregated_dimensions";
inline constexpr const char* aggregated_data = "aggregated_data";

inline constexpr const char* of_divided_variables[] = {division, aggregated_dimensions,
                                                       aggregated_data};

}  // namespace weft::parts::names
