// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books_place.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"

namespace weft::hdf5 {
namespace {

constexpr std::int64_t first_books = 1024;  // behind the superblock
constexpr std::int64_t alignment = 4096;

// Estimates of what libhdf5 writes for one thing of each kind, with something to spare.
constexpr std::int64_t file_bytes = 16 << 10;
constexpr std::int64_t object_bytes = 1200;
constexpr std::int64_t attribute_bytes = 160;
constexpr std::int64_t reference_bytes = 64;  // of a variable to a scale, and back

std::int64_t bytes_of(const std::vector<DescribedAttribute>& attributes) {
    std::int64_t bytes = 0;
    for (const DescribedAttribute& one : attributes)
        bytes += attribute_bytes + std::ssize(one.name) + 2 * std::ssize(one.values);
    return bytes;
}

/// The bytes of the index of a variable's chunks: of those that it has now, and of those of some
/// records to come along the first dimension that grows.
std::int64_t index_bytes(const Description& description, const DescribedVariable& variable) {
    const std::vector<std::int64_t>& chunk = variable.storage.form.chunk;
    if (chunk.empty()) return 0;
    std::int64_t to_come = 64;
    constexpr std::int64_t most = 32 << 20;
    const std::int64_t entry = 48 + 16 * std::ssize(chunk);
    std::int64_t bytes = entry;
    for (std::size_t i = 0; i < chunk.size(); ++i) {
        const DescribedDimension& dimension =
            description.dimensions[static_cast<std::size_t>(variable.dimensions[i])];
        const std::int64_t length =
            dimension.is_unlimited ? dimension.length + to_come : dimension.length;
        if (dimension.is_unlimited) to_come = chunk[i];
        const auto more = checked_mul(bytes, (length + chunk[i] - 1) / chunk[i]);
        if (!more || *more > most) return most;
        bytes = *more;
    }
    return bytes + 4096;
}

std::int64_t books_bytes(const Description& description) {
    std::int64_t bytes = file_bytes + bytes_of(description.attributes);
    bytes += object_bytes * (std::ssize(description.dimensions) + std::ssize(description.groups));
    for (const DescribedVariable& one : description.variables)
        bytes += object_bytes + bytes_of(one.attributes) +
                 reference_bytes * std::ssize(one.dimensions) + index_bytes(description, one);
    return bytes;
}

constexpr std::array<char, 8> mark = {'w', 'e', 'f', 't', 'b', 'o', 'o', 'k'};

struct Fields {
    std::array<char, 8> mark;
    BooksPlace::Place mine;
    BooksPlace::Place other;
    std::uint64_t sum = 0;  // XXH3-64 of the fields in front of it
};
static_assert(sizeof(Fields) == BooksPlace::record_bytes);

std::uint64_t sum_of(const Fields& fields) {
    return XXH3_64bits(&fields, offsetof(Fields, sum));
}

std::int64_t end_of(const BooksPlace::Place& place) {
    return place.begin + place.room;
}

/// Whether a record may be believed as far as the file goes.
bool are_possible(const Fields& fields, std::int64_t file_bytes) {
    const auto lies_within = [file_bytes](const BooksPlace::Place& place) {
        return place.begin >= 0 && place.room >= 0 && place.begin <= file_bytes &&
               place.room <= file_bytes - place.begin &&
               (place.room == 0 || place.begin >= first_books);
    };
    if (!lies_within(fields.mine) || !lies_within(fields.other)) return false;
    return fields.other.room == 0 || end_of(fields.mine) <= fields.other.begin ||
           end_of(fields.other) <= fields.mine.begin;
}

}  // namespace

void BooksPlace::begin(const Description& description) {
    const std::int64_t room = round_up(books_bytes(description), alignment);
    places_[0] = {first_books, room - record_bytes - first_books};
    places_[1] = {room, room};
    present_ = 1;
}

void BooksPlace::begin_behind(std::int64_t file_bytes) {
    places_ = {{{file_bytes, 0}, {file_bytes, 0}}};
    present_ = 1;
}

bool BooksPlace::resume(const Record& record, std::int64_t books, std::int64_t file_bytes) {
    Fields fields{};
    std::memcpy(&fields, record.data(), sizeof fields);
    const bool is_record = fields.mark == mark && fields.sum == sum_of(fields);
    if (!is_record || fields.mine.begin != books || !are_possible(fields, file_bytes)) return false;
    places_ = {fields.other, fields.mine};
    present_ = 1;
    return true;
}

BooksPlace::Record BooksPlace::record() const {
    Fields fields{.mark = mark, .mine = next(), .other = places_[present_]};
    fields.sum = sum_of(fields);
    Record record{};
    std::memcpy(record.data(), &fields, sizeof fields);
    return record;
}

bool BooksPlace::touches(std::int64_t begin, std::int64_t bytes) const {
    return std::ranges::any_of(places_, [&](const Place& place) {
        return place.room > 0 && begin < end_of(place) &&
               place.begin - record_bytes < begin + bytes;
    });
}

std::int64_t BooksPlace::move_next(std::int64_t end, std::int64_t bytes) {
    const std::int64_t begin = round_up(end + record_bytes, alignment);
    const std::int64_t room = round_up(bytes + bytes / 2, alignment);
    places_[1 - present_] = {begin, room};
    return begin + room;
}

}  // namespace weft::hdf5
