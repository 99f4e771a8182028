// SPDX-License-Identifier: BSD-3-Clause
// How a file gets its final length from independent writers that do not know each other: when a
// writer has finished, it takes a turn and releases its lock; the last writer to do so sets the
// length.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.hpp"
#include "storage/extent.hpp"
#include "storage/range_lock.hpp"

namespace weft::storage {

class File;

/// The final length of a file: that of a number of units (records). A shorter file is extended.
struct FinalSize {
    struct Length {
        std::int64_t bytes = 0;
        /// A longer file is shortened if it has at most this many bytes; -1: never.
        std::int64_t longest_cut = -1;
    };

    /// A file of this length is left alone; -1: none is.
    std::int64_t unchanged_bytes = -1;
    std::int64_t units = 0;
    /// The place in the file of the number of units, big-endian. The number may be larger, because
    /// others count, too. A number of all ones, or above `most_units`, is ignored. Empty: the file
    /// has no such number.
    Extent count{};
    std::int64_t most_units = 0;
    Length empty{};  // without units
    Length full{};   // with units, excluding
    std::int64_t unit_bytes = 0;

    /// The length for so many units; nothing if it exceeds the last offset.
    [[nodiscard]] std::optional<Length> length_for(std::int64_t unit_count) const;
};

/// `turn` and `others` are ranges behind the data of any file.
struct SizeSettling {
    Extent turn{};                      // locked meanwhile; empty: there are no turns
    std::unique_ptr<RangeLock> mine{};  // released in the turn, which tells the others
    Extent others{};                    // where unfinished writers have locks; empty: none have
    FinalSize size{};

    /// `einval` if File::settle_size() cannot be called with this.
    [[nodiscard]] Status check() const;
};

/// Implements File::settle_size() by the file's other calls.
Result<bool> settle_size_by_calls(File& file, SizeSettling settling);

}  // namespace weft::storage
