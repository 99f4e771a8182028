// SPDX-License-Identifier: BSD-3-Clause
// The words with a meaning in CDL.
#pragma once

#include <optional>
#include <string_view>

#include "format/version.hpp"
#include "types/types.hpp"

namespace weft::cdl {

/// True if both are equal but for upper and lower case of ASCII. `word` is in lower case.
bool is_word(std::string_view text, std::string_view word);

/// The type with this name or synonym: "int", "integer", "long", "real", ...
std::optional<types::External> type_of(std::string_view name);

/// True for words of netCDF-4 beyond the classic formats: "types", "group", "string", "compound".
bool is_beyond_classic(std::string_view name);

/// The format of this name: "classic", "64-bit offset", "cdf5", "64-bit data", 1, 2, 5, ...;
/// hyphens count as blanks.
std::optional<format::Version> version_of(std::string_view name);

/// NC_FORMAT_NETCDF4 for "netCDF-4", NC_FORMAT_NETCDF4_CLASSIC for "netCDF-4 classic model"; else
/// 0.
int netcdf4_kind_of(std::string_view name);
inline constexpr int netcdf4_kind_number = 3;

/// The attributes that ncdump -s shows although no file has them. `_Format` is one.
bool is_special_attribute(std::string_view name);

/// The format in a comment of ncmpidump: "file format: CDF-2 (large file)".
std::optional<format::Version> version_in_comment(std::string_view comment);

/// The number of records in a comment of ncdump: "(12 currently)".
std::optional<std::int64_t> records_in_comment(std::string_view comment);

}  // namespace weft::cdl
