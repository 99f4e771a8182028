// SPDX-License-Identifier: BSD-3-Clause
// How a file lies on storage targets, in no file system's words.
#pragma once

#include <cstdint>

namespace weft::storage {

/// Stripes of so many bytes, dealt out in turn.
struct Striping {
    std::int64_t stripe_bytes = 0;
    int stripes = 0;  // 0: not known, or there is no such thing
    // Different ones that they lie on: fewer than stripes where a target has several.
    int targets = 0;
    int first_target = -1;  // the number of the first stripe's; -1: not known

    [[nodiscard]] bool is_known() const { return stripes > 0 && stripe_bytes > 0; }
    friend bool operator==(const Striping&, const Striping&) = default;
};

/// How a new file should lie there. What is not asked for follows from the rest.
struct StripingWish {
    bool inherits = false;          // what is not asked for is the folder's
    int stripes = 0;                // 0: one for each writer, on targets of their own
    std::int64_t stripe_bytes = 0;  // 0: a mebibyte
    int stripes_per_target = 1;
    std::int64_t first_target = -1;  // counted round and round; -1: the file system chooses
    int writers = 1;                 // that write at the same time, each for itself: nodes

    /// Nothing is asked for that the folder does not decide.
    [[nodiscard]] bool is_the_folders() const {
        return inherits && stripes == 0 && stripe_bytes == 0 && first_target < 0 &&
               stripes_per_target <= 1;
    }
};

}  // namespace weft::storage
