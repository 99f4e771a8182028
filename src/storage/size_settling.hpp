// SPDX-License-Identifier: BSD-3-Clause
// How a file gets its length when those who write to it, who know nothing of one another, have
// written their last: in its turn each says that it has settled, and the last one to do so gives
// the file the length that it is to have.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.hpp"
#include "storage/extent.hpp"
#include "storage/range_lock.hpp"

namespace weft::storage {

class File;

/// How long a file is to be: as long as a number of units needs. A shorter file is extended.
struct FinalSize {
    struct Length {
        std::int64_t bytes = 0;
        /// A longer file is cut, if it has no more bytes than this; -1: never.
        std::int64_t longest_cut = -1;
    };

    /// A file of so many bytes is left alone; -1: none is.
    std::int64_t unchanged_bytes = -1;
    std::int64_t units = 0;
    /// Where the file itself says how many there are, big-endian, which may be more: others have
    /// counted them. All ones, and more than `most_units`, say nothing. No bytes: it does not say.
    Extent count{};
    std::int64_t most_units = 0;
    Length empty{};  // without any unit
    Length full{};   // with some, but for
    std::int64_t unit_bytes = 0;

    /// For so many units; nothing, where that is beyond the last offset.
    [[nodiscard]] std::optional<Length> length_for(std::int64_t unit_count) const;
};

/// `turn` and what is in `others` are bytes that no file has.
struct SizeSettling {
    Extent turn{};                      // locked meanwhile; no bytes: nobody waits for a turn
    std::unique_ptr<RangeLock> mine{};  // given up in the turn, as a word to the others
    Extent others{};  // where those who have not settled yet have locks; no bytes: nobody has
    FinalSize size{};

    /// `einval`: not what File::settle_size() may be asked for.
    [[nodiscard]] Status check() const;
};

/// File::settle_size() by the file's other calls.
Result<bool> settle_size_by_calls(File& file, SizeSettling settling);

}  // namespace weft::storage
