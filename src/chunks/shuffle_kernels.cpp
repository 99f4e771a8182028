// SPDX-License-Identifier: BSD-3-Clause
#include "chunks/shuffle_kernels.hpp"

#include <algorithm>

namespace weft::chunks {
namespace {

constexpr const ShuffleKernels* shuffle_variants[] = {
#ifdef WEFT_X86_VARIANTS
    &avx2_shuffle,
#endif
    &baseline_shuffle,
};

}  // namespace

std::span<const ShuffleKernels* const> all_shuffle_kernels() {
    return shuffle_variants;
}

const ShuffleKernels& fastest_shuffle_kernels() {
    return **std::ranges::find_if(
        shuffle_variants, [](const ShuffleKernels* kernels) { return kernels->runs_here(); });
}

}  // namespace weft::chunks
