// SPDX-License-Identifier: BSD-3-Clause
#include "chunks/shuffle_loops.hpp"

namespace weft::chunks {
namespace {

bool shuffle_runs_everywhere() {
    return true;
}

}  // namespace

const ShuffleKernels baseline_shuffle{"baseline", shuffle_runs_everywhere,
                                      ShuffleLoops<16>::shuffle, ShuffleLoops<16>::unshuffle};

}  // namespace weft::chunks
