// SPDX-License-Identifier: BSD-3-Clause
// Runs of bytes within an access range. Where they lie in it is not known: they are taken for
// spread evenly.
#pragma once

#include <algorithm>
#include <cstdint>

namespace weft::engine {

/// Of memory, in which the system keeps what files hold.
inline constexpr std::int64_t page_bytes = 4096;

/// `bytes` in `runs` pieces, `access range` bytes from the first to the last.
struct Stretch {
    std::int64_t access_range = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;

    /// Whether there are whole pages between the runs.
    [[nodiscard]] bool is_scattered() const {
        const std::int64_t gaps = std::max<std::int64_t>(1, runs - 1);
        return (access_range - bytes) / gaps >= page_bytes;
    }
};

}  // namespace weft::engine
