// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books_place.hpp"

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

}  // namespace

void BooksPlace::begin(const Description& description) {
    const std::int64_t room = round_up(books_bytes(description), alignment);
    places_[0] = {first_books, room - first_books};
    places_[1] = {room, room};
    present_ = 1;
}

void BooksPlace::begin_behind(std::int64_t file_bytes) {
    places_ = {{{file_bytes, 0}, {file_bytes, 0}}};
    present_ = 1;
}

std::int64_t BooksPlace::move_next(std::int64_t end, std::int64_t bytes) {
    const std::int64_t begin = round_up(end, alignment);
    const std::int64_t room = round_up(bytes + bytes / 2, alignment);
    places_[1 - present_] = {begin, room};
    return begin + room;
}

}  // namespace weft::hdf5
