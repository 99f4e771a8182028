// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace weft::region {

/// The range [begin, end): of bytes of a file or a stream, or of elements.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t length() const { return end - begin; }
    [[nodiscard]] bool empty() const { return begin >= end; }

    friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace weft::region
