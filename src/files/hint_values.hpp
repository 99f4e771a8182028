// SPDX-License-Identifier: BSD-3-Clause
// Hints as text: lists of them, which of two wins, and what a value says. What makes no sense says
// nothing, as MPI asks of hints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/hint_table.hpp"
#include "mpi/info.hpp"

namespace weft::files {

/// Pairs "key=value;key=value", as the environment variable PNETCDF_HINTS holds them.
mpi::Hints parse_hint_list(std::string_view list);

/// `hints` with the `stronger` ones in their places. Where a hint has two names, either of them
/// takes the place of both.
mpi::Hints overruled(mpi::Hints hints, const mpi::Hints& stronger);

/// As one rank tells another: each key and value with a zero byte behind it.
std::string packed(const mpi::Hints& hints);
mpi::Hints unpacked(std::string_view text);

/// Empty without the hint.
std::string text_of(const mpi::Hints& hints, const char* key);

/// By either of its names; nothing when none makes sense.
std::optional<std::int64_t> asked_for(const mpi::Hints& hints, const NumberHint& hint);
/// The usual one where none is asked for.
std::int64_t number_of(const mpi::Hints& hints, const NumberHint& hint);

/// A number that is not negative.
std::optional<std::int64_t> number_in(const std::string& text);

/// The other name of a hint that has two; else null.
const char* other_name_of(const char* key);

/// "enable", "true" or "1".
bool is_enabled(const mpi::Hints& hints, const char* key);

}  // namespace weft::files
