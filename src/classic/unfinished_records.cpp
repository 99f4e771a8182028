// SPDX-License-Identifier: BSD-3-Clause
#include "classic/unfinished_records.hpp"

#include <algorithm>
#include <utility>

#include "storage/lock_bytes.hpp"

namespace weft::classic {
namespace {

/// The places of a record. Two writers that pick the same one wait for each other.
constexpr std::int64_t places = std::int64_t{1} << 22;

std::int64_t byte_of(std::int64_t record) {
    const std::int64_t last = storage::lock_bytes::records.length() / places - 1;
    return storage::lock_bytes::records.begin + std::min(record, last) * places;
}

/// Whether a writer may not have finished one of the first `count` records.
bool has_unfinished(storage::File& file, std::int64_t count) {
    const std::int64_t begin = storage::lock_bytes::records.begin;
    const Result<bool> locked = file.is_locked(begin, byte_of(count) - begin);
    return locked.ok() && locked.value();
}

}  // namespace

void UnfinishedRecords::begin(storage::File& file, std::int64_t first) {
    if (!place_) place_ = storage::lock_bytes::any_place(places);
    if (!is_possible_ || !place_ || (has_some() && first == first_)) return;
    first_ = first;
    // The old mark stays until the new one is there.
    Result<std::unique_ptr<storage::RangeLock>> mark = file.mark(byte_of(first) + *place_, 1);
    is_possible_ = mark.ok();
    mark_ = mark.ok() ? std::move(mark).value() : nullptr;
}

std::int64_t whole_records(storage::File& file, std::int64_t known, std::int64_t count) {
    if (count <= known || !has_unfinished(file, count)) return count;
    std::int64_t whole = known;
    for (std::int64_t end = count; end - whole > 1;) {
        const std::int64_t middle = whole + (end - whole) / 2;
        (has_unfinished(file, middle) ? end : whole) = middle;
    }
    return whole;
}

}  // namespace weft::classic
