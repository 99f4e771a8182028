// SPDX-License-Identifier: BSD-3-Clause
// The loops of shuffle exist once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::chunks {

struct Elements {
    std::size_t bytes;  ///< of each, at least 1
    std::size_t count;
};

struct ShuffleKernels {
    using Move = void (*)(const std::uint8_t* from, Elements elements, std::uint8_t* to);

    const char* name;
    bool (*runs_here)();
    Move shuffle;
    Move unshuffle;
};

extern const ShuffleKernels baseline_shuffle;
extern const ShuffleKernels avx2_shuffle;

/// Those of this build, the fastest first. The last ones run everywhere.
std::span<const ShuffleKernels* const> all_shuffle_kernels();
/// The first of them that run on this processor.
const ShuffleKernels& fastest_shuffle_kernels();

}  // namespace weft::chunks
