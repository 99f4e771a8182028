// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/other_writers.hpp"

#include <unistd.h>

#include <optional>
#include <utility>

namespace weft::engine {
namespace {

// Behind the end of every file, as the journal's byte is (classic/journal_format.hpp), but not at
// it. So many places that two communicators hardly ever pick the same one.
constexpr std::int64_t places = std::int64_t{1} << 40;
constexpr std::int64_t presence_begin = (std::int64_t{1} << 62) + places;
constexpr std::int64_t unsettled_begin = presence_begin + places;
constexpr std::int64_t rewriting_begin = unsettled_begin + places;
constexpr std::int64_t rewriting_bytes = std::int64_t{1} << 31;  // one for each possible rank

std::optional<std::int64_t> any_place() {
    std::uint64_t random = 0;
    if (getentropy(&random, sizeof random) != 0) return std::nullopt;
    return static_cast<std::int64_t>(random % places);
}

}  // namespace

bool OtherWriters::is_there(storage::File& file) {
    const Result<bool> locked = file.is_locked(presence_begin, places);
    return locked.ok() && locked.value();
}

void OtherWriters::announce() {
    std::optional<std::int64_t> place = any_place();
    while (place && is_taken(*place)) place = any_place();
    if (!place) return;
    place_ = *place;
    if (!try_to_announce()) leave();
}

/// Two may find the same place free at the same time, once in 2^40; one then waits for the other.
bool OtherWriters::is_taken(std::int64_t place) {
    const Result<bool> locked = file_.is_locked(presence_begin + place, 1);
    return locked.ok() && locked.value();
}

/// The newcomer's part.
bool OtherWriters::try_to_announce() {
    presence_ = hold(presence_begin + place_);
    unsettled_ = hold(unsettled_begin + place_);
    return presence_ != nullptr && unsettled_ != nullptr &&
           lock(rewriting_begin, rewriting_bytes) != nullptr;
}

OtherWriters::Hold OtherWriters::keep_out() {
    if (Hold held = alone_.lock()) return held;
    if (!is_known() || (had_others_ && !is_alone())) return {};
    Hold mine = own_byte();
    had_others_ = mine == nullptr || !is_alone();
    if (had_others_) return {};
    alone_ = mine;
    return mine;
}

OtherWriters::Hold OtherWriters::take_turn() {
    return is_known() ? own_byte() : nullptr;
}

OtherWriters::Hold OtherWriters::own_byte() {
    Hold held = byte_.lock();
    if (held == nullptr) held = lock(rewriting_begin + rank_, 1);
    byte_ = held;
    return held;
}

bool OtherWriters::is_last_to_settle() {
    unsettled_.reset();
    return !is_known() || is_free(unsettled_begin, unsettled_begin + places);
}

Status OtherWriters::settle_size(const storage::FinalSize& size) {
    storage::SizeSettling settling{.mine = std::move(unsettled_), .size = size};
    if (is_known()) {
        settling.turn = {.offset = rewriting_begin, .length = 1};
        settling.others = {.offset = unsettled_begin, .length = places};
    }
    return file_.settle_size(std::move(settling)).status();
}

void OtherWriters::leave() {
    unsettled_.reset();
    presence_.reset();
    place_ = not_announced;
}

/// A lock of rank 0 is another's to the other ranks of its communicator, and to itself when the
/// file has been renewed.
bool OtherWriters::is_alone() {
    if (rank_ == 0 && is_free(presence_begin, presence_begin + places)) return true;
    const std::int64_t mine = presence_begin + place_;
    return is_free(presence_begin, mine) && is_free(mine + 1, presence_begin + places);
}

/// False also where that is not known.
bool OtherWriters::is_free(std::int64_t begin, std::int64_t end) {
    if (begin == end) return true;
    const Result<bool> locked = file_.is_locked(begin, end - begin);
    return locked.ok() && !locked.value();
}

std::unique_ptr<storage::RangeLock> OtherWriters::lock(std::int64_t begin, std::int64_t length) {
    auto taken = file_.lock(begin, length);
    return taken.ok() ? std::move(taken).value() : nullptr;
}

std::unique_ptr<storage::RangeLock> OtherWriters::hold(std::int64_t offset) {
    auto taken = file_.hold(offset, 1);
    return taken.ok() ? std::move(taken).value() : nullptr;
}

}  // namespace weft::engine
