// SPDX-License-Identifier: BSD-3-Clause
#include "journal/journal_format.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "base/checked.hpp"
#include "journal/seal.hpp"

namespace weft::journal {
namespace {

constexpr std::int64_t magic = 0x324c4e4a54464557;            // "WEFTJNL2"
constexpr std::int64_t magic_of_before = 0x314c4e4a54464557;  // "WEFTJNL1"
constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

// The trailer's numbers, in their order.
struct Trailer {
    std::int64_t magic = 0;
    JournalStage stage = JournalStage::copying;
    std::int64_t old_file_bytes = 0;
    std::int64_t head_end = 0;
    std::int64_t tail_begin = 0;
    std::int64_t tail_end = 0;
    std::uint64_t checksum = 0;
    std::uint64_t seal = 0;
};
static_assert(sizeof(Trailer) == journal_trailer_bytes);

std::int64_t round_down(std::int64_t value, std::int64_t unit) {
    return value - value % unit;
}

}  // namespace

std::int64_t Journal::trailer_begin() const {
    return round_up(copy_begin + copy_bytes(), journal_trailer_bytes);
}

Journal::OldByte Journal::place_of_old(std::int64_t offset) const {
    if (offset < head_end) return {.at = copy_begin + offset, .length = head_end - offset};
    if (offset < tail_begin) return {.at = offset, .length = tail_begin - offset};
    if (offset < tail_end) {
        return {.at = copy_begin + head_end + (offset - tail_begin), .length = tail_end - offset};
    }
    if (offset < old_file_bytes) return {.at = offset, .length = old_file_bytes - offset};
    return {.at = std::nullopt, .length = endless};
}

Journal::OldByte Journal::origin_of_copied(std::int64_t within) const {
    if (within < head_end) return {.at = within, .length = head_end - within};
    return {.at = tail_begin + (within - head_end), .length = copy_bytes() - within};
}

Journal journal_of(const Change& change) {
    std::int64_t first = endless;
    std::int64_t last = 0;
    for (const layout::Move& move : change.moves) {
        first = std::min(first, move.to);
        last = std::max(last, move.to_end());
    }
    Journal journal;
    journal.old_file_bytes = change.old_file_bytes;
    journal.head_end =
        std::min(static_cast<std::int64_t>(change.header.size()), change.old_file_bytes);
    journal.tail_end = std::max(std::min(last, change.old_file_bytes), journal.head_end);
    journal.tail_begin = std::clamp(first, journal.head_end, journal.tail_end);
    journal.copy_begin =
        round_up(std::max(change.old_file_bytes, change.new_file_bytes), journal_alignment);
    return journal;
}

std::vector<std::byte> encode_trailer(const Journal& journal) {
    Trailer trailer{.magic = magic,
                    .stage = journal.stage,
                    .old_file_bytes = journal.old_file_bytes,
                    .head_end = journal.head_end,
                    .tail_begin = journal.tail_begin,
                    .tail_end = journal.tail_end,
                    .checksum = journal.checksum};
    trailer.seal = seal_of(trailer);
    std::vector<std::byte> bytes(sizeof trailer);
    std::memcpy(bytes.data(), &trailer, sizeof trailer);
    return bytes;
}

std::optional<Journal> decode_trailer(std::span<const std::byte> bytes, std::int64_t file_bytes) {
    const auto trailer = sealed<Trailer>(bytes);
    if (!trailer || trailer->magic != magic) return std::nullopt;
    const bool known = trailer->stage == JournalStage::copying ||
                       trailer->stage == JournalStage::copied ||
                       trailer->stage == JournalStage::overwriting;
    const bool in_order =
        known && 0 <= trailer->head_end && trailer->head_end <= trailer->tail_begin &&
        trailer->tail_begin <= trailer->tail_end && trailer->tail_end <= trailer->old_file_bytes &&
        trailer->old_file_bytes <= file_bytes;
    if (!in_order) return std::nullopt;
    Journal journal{.old_file_bytes = trailer->old_file_bytes,
                    .head_end = trailer->head_end,
                    .tail_begin = trailer->tail_begin,
                    .tail_end = trailer->tail_end,
                    .copy_begin = 0,
                    .checksum = trailer->checksum,
                    .stage = trailer->stage};
    const std::int64_t room = file_bytes - journal_trailer_bytes - journal.copy_bytes();
    if (room < journal.old_file_bytes) return std::nullopt;
    journal.copy_begin = round_down(room, journal_alignment);
    const bool fits = journal.copy_begin >= journal.old_file_bytes && journal.end() == file_bytes;
    return fits ? std::optional(journal) : std::nullopt;
}

bool is_trailer_of_before(std::span<const std::byte> bytes) {
    const auto trailer = sealed<Trailer>(bytes);
    return trailer && trailer->magic == magic_of_before;
}

}  // namespace weft::journal
