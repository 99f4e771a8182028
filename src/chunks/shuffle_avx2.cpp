// SPDX-License-Identifier: BSD-3-Clause
#include "chunks/shuffle_loops.hpp"

namespace weft::chunks {
namespace {

bool has_avx2() {
    return __builtin_cpu_supports("avx2");
}

}  // namespace

const ShuffleKernels avx2_shuffle{"avx2", has_avx2, ShuffleLoops<32>::shuffle,
                                  ShuffleLoops<32>::unshuffle};

}  // namespace weft::chunks
