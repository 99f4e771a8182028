// SPDX-License-Identifier: BSD-3-Clause
// Hints as text: lists, precedence and values. Invalid values are ignored, as MPI wants.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/hint_table.hpp"
#include "mpi/info.hpp"

namespace weft::files {

/// Parses pairs "key=value;key=value", as the environment variable PNETCDF_HINTS holds them.
mpi::Hints parse_hint_list(std::string_view list);

/// `hints` overridden by `stronger`. If a hint has two names, either replaces both.
mpi::Hints overruled(mpi::Hints hints, const mpi::Hints& stronger);

/// The form in messages between ranks: each key and value with a zero byte behind it.
std::string packed(const mpi::Hints& hints);
mpi::Hints unpacked(std::string_view text);

/// The value of a hint; empty without it.
std::string text_of(const mpi::Hints& hints, const char* key);

/// The value of a number hint, by either of its names; nothing if it is not set or invalid.
std::optional<std::int64_t> asked_for(const mpi::Hints& hints, const NumberHint& hint);
/// The value of a number hint, or its default.
std::int64_t number_of(const mpi::Hints& hints, const NumberHint& hint);

/// Parses a number that is not negative.
std::optional<std::int64_t> number_in(const std::string& text);

/// The other name of a hint that has two; else null.
const char* other_name_of(const char* key);

/// Whether the hint is "enable", "true" or "1".
bool is_enabled(const mpi::Hints& hints, const char* key);

}  // namespace weft::files
