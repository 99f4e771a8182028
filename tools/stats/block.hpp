// SPDX-License-Identifier: BSD-3-Clause
// One pass over a block of values in file form: how many there are, the least, the largest, sums.
// The pass exists once per instruction set; the best one this processor runs is used, and all of
// them find the same, bit for bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tools/meaning/missing_values.hpp"
#include "types/types.hpp"

namespace weft::tools {

/// Bytes of a block, at most. Sums of small integers are kept in integers that this many fit into.
inline constexpr std::int64_t block_bytes = std::int64_t{1} << 18;

struct BlockTally {
    std::int64_t present = 0;
    std::array<std::byte, 8> least{};  // in file form, as the next; only where some are present
    std::array<std::byte, 8> largest{};
    std::array<double, 32> sums{};  // of values side by side; that of integers is exact
};

/// Values of one type, whole ones, `block_bytes` at most.
using BlockPass = BlockTally (*)(std::span<const std::byte> bytes, const MissingValues& missing);

/// By the number of the external type less one.
using BlockPasses = std::array<BlockPass, types::external_count>;

extern const BlockPasses baseline_passes;
#ifdef WEFT_X86_VARIANTS
extern const BlockPasses avx2_passes;
extern const BlockPasses avx512_passes;
#endif

/// Every variant of this build that this processor runs, the fastest first.
std::span<const BlockPasses* const> passes_that_run();

}  // namespace weft::tools
