// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "engine/plan/method_entry.hpp"

namespace weft::engine {

// The methods, in the order of their numbers. Of methods that would take equally long the first is
// chosen. Hints, documentation and tests take their names from the entries.
#define WEFT_METHODS(ROW) \
    ROW(direct_method)    \
    ROW(sieve_method)     \
    ROW(two_phase_method) \
    ROW(reference_method)

#define WEFT_DECLARED(METHOD) extern const MethodEntry METHOD;
#define WEFT_ADDRESS(METHOD) &METHOD,
WEFT_METHODS(WEFT_DECLARED)

namespace {

constexpr std::array rows = {WEFT_METHODS(WEFT_ADDRESS)};
static_assert(rows.size() < method_numbers, "reports have no room for so many methods");

}  // namespace

std::span<const MethodEntry* const> method_table() {
    return rows;
}

}  // namespace weft::engine
