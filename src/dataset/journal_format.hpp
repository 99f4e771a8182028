// SPDX-License-Identifier: BSD-3-Clause
// The journal's parts as bytes. Numbers are little-endian 64-bit; every part ends with a checksum
// over itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "layout/moves.hpp"

namespace weft::dataset {

struct JournalPlan {
    std::vector<std::byte> header;
    std::vector<layout::Move> moves;
    std::int64_t old_file_bytes = 0;
    std::int64_t new_file_bytes = 0;
    std::int64_t step_bytes = 0;

    [[nodiscard]] std::int64_t total_bytes() const;  // of all moves
    [[nodiscard]] std::int64_t step_count() const;
};

/// Where the parts lie in the file.
struct JournalPlaces {
    std::int64_t begin = 0;
    std::int64_t plan_bytes = 0;
    std::int64_t records = 0;
    std::int64_t slots = 0;
    std::int64_t trailer = 0;
};

inline constexpr std::int64_t journal_trailer_bytes = 64;
inline constexpr std::int64_t journal_record_pitch = 512;
inline constexpr std::int64_t journal_alignment = 4096;
// Locked while a definition changes; behind the end of every file.
inline constexpr std::int64_t journal_lock_byte = std::int64_t{1} << 62;
// A step is a slot in memory and in the file, so many ranks must not make it enormous.
inline constexpr std::int64_t journal_largest_step = 256 << 20;

/// Offsets of a journal that begins behind `file_bytes`.
JournalPlaces journal_places(std::int64_t file_bytes, std::int64_t plan_bytes,
                             std::int64_t step_bytes, bool has_moves);

/// What has been reached: a step (from `step_count - 1` down to 0), or the header.
struct JournalRecord {
    std::int64_t sequence = 0;
    std::int64_t step = 0;  // header_step: all data are in place
    std::int64_t in_slot = 0;
    static constexpr std::int64_t header_step = -1;
};

std::vector<std::byte> encode(const JournalPlan& plan);
std::vector<std::byte> encode(const JournalPlaces& places);
std::vector<std::byte> encode(const JournalRecord& record);

/// Nothing when the bytes are no such part, damaged, or make no sense in a file of `file_bytes`.
std::optional<JournalPlan> decode_plan(std::span<const std::byte> bytes,
                                       const JournalPlaces& places);
std::optional<JournalPlaces> decode_trailer(std::span<const std::byte> bytes,
                                            std::int64_t file_bytes);
std::optional<JournalRecord> decode_record(std::span<const std::byte> bytes);

}  // namespace weft::dataset
