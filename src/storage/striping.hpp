// SPDX-License-Identifier: BSD-3-Clause
// The layout of a file on storage targets, independent of the file system.
#pragma once

#include <cstdint>

namespace weft::storage {

/// Stripes of equal length, distributed in turn.
struct Striping {
    std::int64_t stripe_bytes = 0;
    int stripes = 0;  // 0: unknown, or the file is not striped
    // The number of different targets: fewer than stripes if a target has several.
    int targets = 0;
    int first_target = -1;  // the number of the first stripe's target; -1: unknown

    [[nodiscard]] bool is_known() const { return stripes > 0 && stripe_bytes > 0; }
    friend bool operator==(const Striping&, const Striping&) = default;
};

/// The wished striping of a new file. What is not set follows from the rest.
struct StripingWish {
    bool inherits = false;          // take unset values from the folder
    int stripes = 0;                // 0: one for each writer, on targets of their own
    std::int64_t stripe_bytes = 0;  // 0: a mebibyte
    int stripes_per_target = 1;
    std::int64_t first_target = -1;  // modulo the number of targets; -1: the file system chooses
    int writers = 1;                 // nodes that write at the same time

    /// Whether the folder decides everything.
    [[nodiscard]] bool is_the_folders() const {
        return inherits && stripes == 0 && stripe_bytes == 0 && first_target < 0 &&
               stripes_per_target <= 1;
    }
};

}  // namespace weft::storage
