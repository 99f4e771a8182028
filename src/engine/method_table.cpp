// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/method_table.hpp"

#include <array>

#include "engine/methods/methods.hpp"
#include "engine/twophase/two_phase.hpp"

namespace weft::engine {
namespace {

/// In the order of their numbers. Of methods that would take equally long the first is chosen.
constexpr std::array rows = {&direct_method, &sieve_method, &two_phase_method, &reference_method};
static_assert(rows.size() < method_numbers, "reports have no room for so many methods");

}  // namespace

std::span<const MethodEntry* const> method_table() {
    return rows;
}

}  // namespace weft::engine
