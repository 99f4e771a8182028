// SPDX-License-Identifier: BSD-3-Clause
// Bytes that no file has, on which writers of a file hold locks, so that others know what they are
// doing. Every version must use the same ones: programs of several may have a file open together.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <optional>

#include "region/interval.hpp"

namespace weft::storage::lock_bytes {

/// The first byte for locks. Files end before it.
inline constexpr std::int64_t begin = (std::int64_t{1} << 62) - 1;
/// The number of bytes for ranks: one for each possible rank.
inline constexpr std::int64_t ranks = std::int64_t{1} << 31;
/// The number of places. Two communicators hardly ever pick the same one.
inline constexpr std::int64_t places = std::int64_t{1} << 40;

/// Locked to read or write in MPI-IO's atomic mode (mpiio/data_access.cpp).
inline constexpr region::Interval atomic_mode{begin, begin + 1};
/// Locked by each rank that changes the definition (journal/journal_lock.hpp).
inline constexpr region::Interval definition{begin + 1, begin + 1 + ranks};
/// Locked, one byte each, by communicators that may write (engine/window/other_writers.hpp).
inline constexpr region::Interval presence{begin + 1 + places, begin + 1 + 2 * places};
/// Locked, one byte each, by communicators that have not settled the file's size yet.
inline constexpr region::Interval unsettled{presence.end, presence.end + places};
/// Locked, one byte each, by ranks that rewrite a window.
inline constexpr region::Interval rewriting{unsettled.end, unsettled.end + ranks};
/// Locked to change the manifest of a file's stage (stage/recovery.cpp).
inline constexpr region::Interval stage{rewriting.end, rewriting.end + 1};
/// Locked by a writer, one byte, in the place of the first record that may not be whole
/// (classic/unfinished_records.hpp).
inline constexpr region::Interval records{stage.end, stage.end + (std::int64_t{1} << 61)};

/// One of so many places, by chance. None if the system has no random numbers.
inline std::optional<std::int64_t> any_place(std::int64_t of) {
    std::uint64_t random = 0;
    if (getentropy(&random, sizeof random) != 0) return std::nullopt;
    return static_cast<std::int64_t>(random % static_cast<std::uint64_t>(of));
}

}  // namespace weft::storage::lock_bytes
