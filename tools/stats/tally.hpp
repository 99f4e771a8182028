// SPDX-License-Identifier: BSD-3-Clause
// The counts of a variable's values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tools/stats/block.hpp"
#include "tools/stats/exact_sum.hpp"

namespace weft::tools {

/// A tally that may be copied as bytes.
struct ValueTally {
    std::int64_t present = 0;
    std::int64_t missing = 0;
    std::array<std::byte, 8> least{};
    std::array<std::byte, 8> largest{};
    ExactSum sum;
};

/// Adds a block of values in external form. Blocks begin at places that follow from the definition,
/// so that the sum of a variable does not depend on who adds which.
void add_values(types::External type, std::span<const std::byte> bytes,
                const MissingValues& missing, ValueTally& tally);
void add_tally(types::External type, const ValueTally& other, ValueTally& tally);

}  // namespace weft::tools
