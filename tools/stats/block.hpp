// SPDX-License-Identifier: BSD-3-Clause
// One pass over a block of values in external form: their number, least and largest value, and
// sums. The pass exists once per instruction set; the best one for this processor is used, and all
// give the same result, bit for bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tools/meaning/missing_values.hpp"
#include "types/types.hpp"

namespace weft::tools {

/// The largest size of a block. Sums of small integers use integers that are large enough for this
/// many.
inline constexpr std::int64_t block_bytes = std::int64_t{1} << 18;

struct BlockTally {
    std::int64_t present = 0;
    std::array<std::byte, 8> least{};  // as the next, valid if some are present
    std::array<std::byte, 8> largest{};
    std::array<double, 32> sums{};  // of values side by side; exact for integers
};

/// Computes the tally of whole values of one type, at most `block_bytes`.
using BlockPass = BlockTally (*)(std::span<const std::byte> bytes, const MissingValues& missing);

/// The passes by the number of the external type less one.
using BlockPasses = std::array<BlockPass, types::external_count>;

extern const BlockPasses baseline_passes;
#ifdef WEFT_X86_VARIANTS
extern const BlockPasses avx2_passes;
extern const BlockPasses avx512_passes;
#endif

/// Every variant of this build that this processor runs, the fastest first.
std::span<const BlockPasses* const> passes_that_run();

}  // namespace weft::tools
