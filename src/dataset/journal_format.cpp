// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/journal_format.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "base/checked.hpp"

namespace weft::dataset {
namespace {

constexpr std::int64_t plan_magic = 0x314e4c5054464557;     // "WEFTPLN1"
constexpr std::int64_t record_magic = 0x3143455254464557;   // "WEFTREC1"
constexpr std::int64_t trailer_magic = 0x314c4e4a54464557;  // "WEFTJNL1"
constexpr std::size_t word = sizeof(std::int64_t);

class Writer {
public:
    void number(std::int64_t value) {
        const std::size_t used = bytes_.size();
        bytes_.resize(used + word);
        std::memcpy(bytes_.data() + used, &value, word);
    }
    void block(std::span<const std::byte> block) {
        bytes_.insert(bytes_.end(), block.begin(), block.end());
    }
    std::vector<std::byte> sealed() {
        number(static_cast<std::int64_t>(XXH64(bytes_.data(), bytes_.size(), 0)));
        return std::move(bytes_);
    }

private:
    std::vector<std::byte> bytes_;
};

bool is_sealed(std::span<const std::byte> bytes) {
    if (bytes.size() < 2 * word) return false;
    std::uint64_t seal = 0;
    std::memcpy(&seal, bytes.data() + bytes.size() - word, word);
    return seal == XXH64(bytes.data(), bytes.size() - word, 0);
}

/// Numbers off the front; zero behind the end, which later checks refuse.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}
    std::int64_t number() {
        std::int64_t value = 0;
        if (rest_.size() < word) return value;
        std::memcpy(&value, rest_.data(), word);
        rest_ = rest_.subspan(word);
        return value;
    }
    [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

private:
    std::span<const std::byte> rest_;
};

/// True when `blocks` of `length`, `pitch` apart from `begin` on, end at or before `limit`.
bool fits(std::int64_t begin, std::int64_t length, std::int64_t count, std::int64_t pitch,
          std::int64_t limit) {
    if (begin < 0 || length <= 0 || count <= 0 || pitch < 0) return false;
    const auto last = checked_mul(count - 1, pitch);
    const auto sum = last ? checked_add(*last, length) : std::nullopt;
    const auto end = sum ? checked_add(*sum, begin) : std::nullopt;
    return end && *end <= limit;
}

bool is_sound(const layout::Move& move, std::int64_t limit) {
    return move.to >= move.from && move.to_pitch >= move.from_pitch &&
           (move.count == 1 || move.from_pitch >= move.length) &&
           fits(move.from, move.length, move.count, move.from_pitch, limit) &&
           fits(move.to, move.length, move.count, move.to_pitch, limit);
}

}  // namespace

std::int64_t JournalPlan::total_bytes() const {
    std::int64_t sum = 0;
    for (const layout::Move& move : moves) sum += move.bytes();
    return sum;
}

std::int64_t JournalPlan::step_count() const {
    return moves.empty() ? 0 : (total_bytes() + step_bytes - 1) / step_bytes;
}

JournalPlaces journal_places(std::int64_t file_bytes, std::int64_t plan_bytes,
                             std::int64_t step_bytes, bool has_moves) {
    JournalPlaces places;
    places.begin = round_up(file_bytes, journal_alignment);
    places.plan_bytes = plan_bytes;
    places.records = round_up(places.begin + plan_bytes, journal_record_pitch);
    places.slots = round_up(places.records + 2 * journal_record_pitch, journal_alignment);
    places.trailer = places.slots + (has_moves ? 2 * step_bytes : 0);
    return places;
}

std::vector<std::byte> encode(const JournalPlan& plan) {
    Writer writer;
    for (const std::int64_t number :
         {plan_magic, plan.old_file_bytes, plan.new_file_bytes, plan.step_bytes,
          static_cast<std::int64_t>(plan.moves.size())}) {
        writer.number(number);
    }
    for (const layout::Move& move : plan.moves) {
        for (const std::int64_t number :
             {move.from, move.to, move.length, move.count, move.from_pitch, move.to_pitch}) {
            writer.number(number);
        }
    }
    writer.block(plan.header);
    return writer.sealed();
}

std::optional<JournalPlan> decode_plan(std::span<const std::byte> bytes,
                                       const JournalPlaces& places) {
    if (!is_sealed(bytes)) return std::nullopt;
    Reader reader(bytes.first(bytes.size() - word));
    if (reader.number() != plan_magic) return std::nullopt;
    JournalPlan plan;
    plan.old_file_bytes = reader.number();
    plan.new_file_bytes = reader.number();
    plan.step_bytes = reader.number();
    const std::int64_t move_count = reader.number();
    constexpr std::size_t move_bytes = 6 * word;
    const bool sizes_fit = plan.old_file_bytes >= 0 && plan.old_file_bytes <= places.begin &&
                           plan.new_file_bytes >= 0 && plan.new_file_bytes <= places.begin &&
                           plan.step_bytes > 0 && move_count >= 0;
    if (!sizes_fit || static_cast<std::uint64_t>(move_count) > reader.rest().size() / move_bytes)
        return std::nullopt;
    std::int64_t total = 0;
    for (std::int64_t i = 0; i < move_count; ++i) {
        layout::Move& move = plan.moves.emplace_back();
        for (std::int64_t* field :
             {&move.from, &move.to, &move.length, &move.count, &move.from_pitch, &move.to_pitch}) {
            *field = reader.number();
        }
        if (!is_sound(move, places.begin)) return std::nullopt;
        const auto sum = checked_add(total, move.bytes());
        if (!sum || *sum > std::numeric_limits<std::int64_t>::max() / 2) return std::nullopt;
        total = *sum;
    }
    if (move_count > 0 &&
        plan.step_bytes > std::min(journal_largest_step, (places.trailer - places.slots) / 2)) {
        return std::nullopt;
    }
    plan.header.assign(reader.rest().begin(), reader.rest().end());
    if (static_cast<std::int64_t>(plan.header.size()) > places.begin) return std::nullopt;
    return plan;
}

std::vector<std::byte> encode(const JournalPlaces& places) {
    Writer writer;
    for (const std::int64_t number :
         {trailer_magic, places.begin, places.plan_bytes, places.records, places.slots,
          places.trailer, std::int64_t{0}}) {
        writer.number(number);
    }
    return writer.sealed();
}

std::optional<JournalPlaces> decode_trailer(std::span<const std::byte> bytes,
                                            std::int64_t file_bytes) {
    if (bytes.size() != journal_trailer_bytes || !is_sealed(bytes)) return std::nullopt;
    Reader reader(bytes);
    if (reader.number() != trailer_magic) return std::nullopt;
    JournalPlaces places;
    for (std::int64_t* field :
         {&places.begin, &places.plan_bytes, &places.records, &places.slots, &places.trailer}) {
        *field = reader.number();
    }
    // From the end of the file to the front, subtracting, so that nothing overflows.
    const bool sound =
        places.trailer == file_bytes - journal_trailer_bytes && places.slots <= places.trailer &&
        places.slots >= 2 * journal_record_pitch && places.records > 0 &&
        places.records <= places.slots - 2 * journal_record_pitch && places.begin > 0 &&
        places.plan_bytes > 0 && places.begin <= places.records &&
        places.plan_bytes <= places.records - places.begin;
    return sound ? std::optional(places) : std::nullopt;
}

std::vector<std::byte> encode(const JournalRecord& record) {
    Writer writer;
    for (const std::int64_t number : {record_magic, record.sequence, record.step, record.in_slot})
        writer.number(number);
    return writer.sealed();
}

std::optional<JournalRecord> decode_record(std::span<const std::byte> bytes) {
    if (!is_sealed(bytes)) return std::nullopt;
    Reader reader(bytes);
    if (reader.number() != record_magic) return std::nullopt;
    JournalRecord record;
    record.sequence = reader.number();
    record.step = reader.number();
    record.in_slot = reader.number();
    // Later records add to it.
    constexpr std::int64_t largest_sequence = std::numeric_limits<std::int64_t>::max() / 2;
    if (record.sequence < 0 || record.sequence > largest_sequence) return std::nullopt;
    return record;
}

}  // namespace weft::dataset
