// SPDX-License-Identifier: BSD-3-Clause
// The facts of an insertion (insertion.hpp), and the trailer with them at the end of its journal:
// little-endian 64-bit numbers with a checksum.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "journal/journal_format.hpp"

namespace weft::journal {

// The copy is read into memory at once.
inline constexpr std::int64_t longest_insertion_copy = 64 << 20;

/// The trailer's content, in offsets of the old file.
struct Insertion {
    std::int64_t old_file_bytes = 0;
    std::int64_t head_end = 0;     // end of the copied header bytes
    std::int64_t place = 0;        // of the hole
    std::int64_t first_moved = 0;  // the edge is [place, first_moved)
    std::int64_t distance = 0;
    std::uint64_t checksum = 0;  // of the copy

    [[nodiscard]] std::int64_t edge_bytes() const { return first_moved - place; }
    [[nodiscard]] std::int64_t copy_bytes() const { return head_end + edge_bytes(); }
    [[nodiscard]] std::int64_t copy_begin() const;
    /// The size of the old file with its journal.
    [[nodiscard]] std::int64_t end() const;
};

/// The size of the copy.
std::uint64_t checksum_of(std::span<const std::byte> copy);

std::array<std::byte, journal_trailer_bytes> encode_trailer(const Insertion& insertion);

/// Decodes the last bytes of an insertion's journal; empty if they are none, or inconsistent.
std::optional<Insertion> decode_insertion(std::span<const std::byte> bytes);

}  // namespace weft::journal
