// SPDX-License-Identifier: BSD-3-Clause
#include "swap.hpp"

namespace {

[[gnu::always_inline]] inline void swap_loop(std::uint32_t* to, const std::uint32_t* from,
                                             std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] = __builtin_bswap32(from[i]);
}

#if defined(__x86_64__)
// The same loop, which the compiler turns into byte shuffles of wide registers.
[[gnu::target("avx2")]] void swap_wide(std::uint32_t* to, const std::uint32_t* from,
                                       std::size_t count) {
    swap_loop(to, from, count);
}
#endif

}  // namespace

void swap_bytes(std::uint32_t* to, const std::uint32_t* from, std::size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return swap_wide(to, from, count);
#endif
    swap_loop(to, from, count);
}
