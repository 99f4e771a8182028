// SPDX-License-Identifier: BSD-3-Clause
// Copies short runs at equal distances to or from a buffer that has them side by side. For a short
// run, a call of a kernel, or of memcpy with a length that the compiler does not know, costs more
// than the copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft::engine {

struct ShortRuns {
    std::int64_t bytes = 0;  // of a run
    std::int64_t pitch = 0;  // from one to the next
    std::int64_t count = 0;
};

namespace detail {

template <std::size_t bytes>
void copy_runs(std::byte* to, std::int64_t to_pitch, const std::byte* from, std::int64_t from_pitch,
               std::int64_t count) {
    for (; count > 0; --count, to += to_pitch, from += from_pitch) std::memcpy(to, from, bytes);
}

inline void copy_runs(const ShortRuns& runs, std::byte* to, std::int64_t to_pitch,
                      const std::byte* from, std::int64_t from_pitch) {
    switch (runs.bytes) {
        case 4:
            return copy_runs<4>(to, to_pitch, from, from_pitch, runs.count);
        case 8:
            return copy_runs<8>(to, to_pitch, from, from_pitch, runs.count);
        case 16:
            return copy_runs<16>(to, to_pitch, from, from_pitch, runs.count);
        case 32:
            return copy_runs<32>(to, to_pitch, from, from_pitch, runs.count);
        case 64:
            return copy_runs<64>(to, to_pitch, from, from_pitch, runs.count);
        default:
            for (std::int64_t i = 0; i < runs.count; ++i, to += to_pitch, from += from_pitch)
                std::memcpy(to, from, static_cast<std::size_t>(runs.bytes));
    }
}

}  // namespace detail

inline void spread(const std::byte* dense, std::byte* first, const ShortRuns& runs) {
    detail::copy_runs(runs, first, runs.pitch, dense, runs.bytes);
}

inline void collect(std::byte* dense, const std::byte* first, const ShortRuns& runs) {
    detail::copy_runs(runs, dense, runs.bytes, first, runs.pitch);
}

}  // namespace weft::engine
