// SPDX-License-Identifier: BSD-3-Clause
// Finds the shapes of a long list that could have bytes in a part of the file, without going over
// the whole list for each part. Pure: no communication, no files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/twophase/walk.hpp"

namespace weft::engine::twophase {

class ShapesByPlace {
public:
    /// The list outlives this.
    explicit ShapesByPlace(const std::vector<RequestShape>& list);

    /// Returns the shapes whose extents touch [begin, end), in the order of the list. It takes time
    /// for these, and for others only where a shape that begins before them ends behind `begin`.
    [[nodiscard]] std::vector<RequestShape> within(std::int64_t begin, std::int64_t end) const;

private:
    const std::vector<RequestShape>& list_;
    std::vector<std::size_t> rising_;     // numbers in the list, in order of base()
    std::vector<std::int64_t> furthest_;  // the end of what ends last up to each of them
};

}  // namespace weft::engine::twophase
