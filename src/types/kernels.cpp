// SPDX-License-Identifier: BSD-3-Clause
#include "types/kernels.hpp"

#include <algorithm>

#include "types/variants.hpp"

namespace weft::types {
namespace {

bool runs_everywhere() {
    return true;
}

#ifdef WEFT_X86_VARIANTS
bool has_avx2() {
    return __builtin_cpu_supports("avx2");
}

bool has_avx512() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

constexpr Variant variants[] = {
#ifdef WEFT_X86_VARIANTS
    {"avx512", &avx512_table, has_avx512},
    {"avx2", &avx2_table, has_avx2},
#endif
    {"baseline", &baseline_table, runs_everywhere},
};

}  // namespace

std::span<const Variant> all_variants() {
    return variants;
}

const Kernels* find_in(const KernelTable& table, External external, Memory memory, ByteRule rule) {
    if (rule == ByteRule::unsigned_allowed && external == External::byte && memory == Memory::uchar)
        return &table.unsigned_byte;
    const auto row = static_cast<std::size_t>(external) - 1;
    const Kernels& kernels = table.pairs[row][static_cast<std::size_t>(memory)];
    return kernels.encode != nullptr ? &kernels : nullptr;
}

const Kernels* find_kernels(External external, Memory memory, ByteRule rule) {
    static const KernelTable& fastest = *std::ranges::find_if(variants, [](const Variant& variant) {
                                             return variant.runs_here();
                                         })->table;
    return find_in(fastest, external, memory, rule);
}

}  // namespace weft::types
