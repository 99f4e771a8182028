// SPDX-License-Identifier: BSD-3-Clause
// What a journal copies of the old file, and its trailer: little-endian 64-bit numbers with a
// checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "layout/moves.hpp"

namespace weft::journal {

inline constexpr std::int64_t journal_trailer_bytes = 64;
// The copy begins on a page that has no data.
inline constexpr std::int64_t journal_alignment = 4096;
// The copy's checksum is the sum of its blocks' checksums, so that ranks can divide the work.
inline constexpr std::int64_t journal_block_bytes = 64 << 10;

/// A change of a file's definition.
struct Change {
    PooledBytes header;  // to be written at offset 0
    std::vector<layout::Move> moves;
    std::int64_t old_file_bytes = 0;
    std::int64_t new_file_bytes = 0;
};

/// The last step of a change that is certain.
enum class JournalStage : std::int64_t { copying, copied, overwriting };

struct Journal {
    std::int64_t old_file_bytes = 0;
    // The copied bytes are [0, head_end) and [tail_begin, tail_end) of the old file.
    std::int64_t head_end = 0;
    std::int64_t tail_begin = 0;
    std::int64_t tail_end = 0;
    std::int64_t copy_begin = 0;  // in the file
    std::uint64_t checksum = 0;   // of the copy, from stage `copied` on
    JournalStage stage = JournalStage::copying;

    [[nodiscard]] std::int64_t copy_bytes() const { return head_end + tail_end - tail_begin; }
    [[nodiscard]] std::int64_t trailer_begin() const;
    [[nodiscard]] std::int64_t end() const { return trailer_begin() + journal_trailer_bytes; }

    /// The place of an old byte during the change, and the number of bytes that follow it there: in
    /// the copy, or in the old place, which the change does not touch. `at` is empty behind the old
    /// file's end, where bytes are zeros.
    struct OldByte {
        std::optional<std::int64_t> at;
        std::int64_t length = 0;
    };
    [[nodiscard]] OldByte place_of_old(std::int64_t offset) const;

    /// The old place of byte `within` of the copy.
    [[nodiscard]] OldByte origin_of_copied(std::int64_t within) const;
};

/// The journal of a change, at its first stage. It copies all bytes of the old file that the change
/// overwrites, and lies behind the old file and the new one.
Journal journal_of(const Change& change);

std::vector<std::byte> encode_trailer(const Journal& journal);

/// Decodes the last bytes of a file of `file_bytes`; empty if they are no trailer, damaged, or
/// inconsistent.
std::optional<Journal> decode_trailer(std::span<const std::byte> bytes, std::int64_t file_bytes);

/// Whether these are the last bytes of a file with an interrupted change by an older Weft, whose
/// journals were of another kind.
bool is_trailer_of_before(std::span<const std::byte> bytes);

}  // namespace weft::journal
