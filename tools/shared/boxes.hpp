// SPDX-License-Identifier: BSD-3-Clause
// Divides consecutive elements of a variable into boxes of indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::tools {

/// A box of indices: start, start + stride, ... in each dimension.
struct IndexBox {
    std::vector<std::int64_t> start;
    std::vector<std::int64_t> count;
    std::vector<std::int64_t> stride;

    [[nodiscard]] std::int64_t elements() const;
};

/// The values of a box, native and side by side.
struct BoxValues {
    int variable = 0;
    IndexBox box;
    std::span<std::byte> values;
};

/// The elements [first, first + count) of a variable of this shape, in the order of the file. There
/// are at most 2 * rank - 1 boxes, and one without dimensions.
std::vector<IndexBox> boxes_of(std::span<const std::int64_t> shape, std::int64_t first,
                               std::int64_t count);

}  // namespace weft::tools
