// SPDX-License-Identifier: BSD-3-Clause
#include "journal/insertion_format.hpp"

#include <xxhash.h>

#include <bit>
#include <limits>

#include "base/checked.hpp"
#include "journal/seal.hpp"

namespace weft::journal {
namespace {

constexpr std::int64_t insertion_magic = 0x31534e4954464557;  // "WEFTINS1"

struct InsertionTrailer {
    std::int64_t magic = 0;
    std::int64_t old_file_bytes = 0;
    std::int64_t head_end = 0;
    std::int64_t place = 0;
    std::int64_t first_moved = 0;
    std::int64_t distance = 0;
    std::uint64_t checksum = 0;
    std::uint64_t seal = 0;
};
static_assert(sizeof(InsertionTrailer) == journal_trailer_bytes);

}  // namespace

std::int64_t Insertion::copy_begin() const {
    return round_up(old_file_bytes, journal_alignment);
}

std::int64_t Insertion::end() const {
    return round_up(copy_begin() + copy_bytes() + journal_trailer_bytes, journal_alignment);
}

std::uint64_t checksum_of(std::span<const std::byte> copy) {
    return XXH64(copy.data(), copy.size(), 0);
}

std::array<std::byte, journal_trailer_bytes> encode_trailer(const Insertion& insertion) {
    InsertionTrailer trailer{.magic = insertion_magic,
                             .old_file_bytes = insertion.old_file_bytes,
                             .head_end = insertion.head_end,
                             .place = insertion.place,
                             .first_moved = insertion.first_moved,
                             .distance = insertion.distance,
                             .checksum = insertion.checksum};
    trailer.seal = seal_of(trailer);
    return std::bit_cast<std::array<std::byte, journal_trailer_bytes>>(trailer);
}

std::optional<Insertion> decode_insertion(std::span<const std::byte> bytes) {
    const std::optional<InsertionTrailer> found = sealed<InsertionTrailer>(bytes);
    if (!found || found->magic != insertion_magic) return std::nullopt;
    const InsertionTrailer& trailer = *found;
    constexpr std::int64_t large = std::numeric_limits<std::int64_t>::max() / 4;
    const bool in_order =
        0 <= trailer.head_end && trailer.head_end <= trailer.place &&
        trailer.place <= trailer.first_moved && trailer.first_moved <= trailer.old_file_bytes &&
        trailer.old_file_bytes < large && 0 < trailer.distance && trailer.distance < large;
    if (!in_order) return std::nullopt;
    const Insertion insertion{.old_file_bytes = trailer.old_file_bytes,
                              .head_end = trailer.head_end,
                              .place = trailer.place,
                              .first_moved = trailer.first_moved,
                              .distance = trailer.distance,
                              .checksum = trailer.checksum};
    return insertion.copy_bytes() <= longest_insertion_copy ? std::optional(insertion)
                                                            : std::nullopt;
}

}  // namespace weft::journal
