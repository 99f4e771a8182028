// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/other_writers.hpp"

#include <optional>
#include <utility>

#include "storage/lock_bytes.hpp"

namespace weft::engine {
namespace {

namespace lock_bytes = storage::lock_bytes;

}  // namespace

bool OtherWriters::is_there(storage::File& file) {
    const Result<bool> locked =
        file.is_locked(lock_bytes::presence.begin, lock_bytes::presence.length());
    return locked.ok() && locked.value();
}

void OtherWriters::announce() {
    std::optional<std::int64_t> place = lock_bytes::any_place(lock_bytes::places);
    while (place && is_taken(*place)) place = lock_bytes::any_place(lock_bytes::places);
    if (!place) return;
    place_ = *place;
    if (!try_to_announce()) leave();
}

/// Two may find the same place free at the same time, once in 2^40; one then waits for the other.
bool OtherWriters::is_taken(std::int64_t place) {
    const Result<bool> locked = file_.is_locked(lock_bytes::presence.begin + place, 1);
    return locked.ok() && locked.value();
}

/// The newcomer's part.
bool OtherWriters::try_to_announce() {
    presence_ = hold(lock_bytes::presence.begin + place_);
    unsettled_ = hold(lock_bytes::unsettled.begin + place_);
    return presence_ != nullptr && unsettled_ != nullptr &&
           lock(lock_bytes::rewriting.begin, lock_bytes::rewriting.length()) != nullptr;
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
    if (held == nullptr) held = lock(lock_bytes::rewriting.begin + rank_, 1);
    byte_ = held;
    return held;
}

bool OtherWriters::is_last_to_settle() {
    unsettled_.reset();
    return !is_known() || is_free(lock_bytes::unsettled.begin, lock_bytes::unsettled.end);
}

Status OtherWriters::settle_size(const storage::FinalSize& size) {
    storage::SizeSettling settling{.mine = std::move(unsettled_), .size = size};
    if (is_known()) {
        settling.turn = {.offset = lock_bytes::rewriting.begin, .length = 1};
        settling.others = {.offset = lock_bytes::unsettled.begin,
                           .length = lock_bytes::unsettled.length()};
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
    if (rank_ == 0 && is_free(lock_bytes::presence.begin, lock_bytes::presence.end)) return true;
    const std::int64_t mine = lock_bytes::presence.begin + place_;
    return is_free(lock_bytes::presence.begin, mine) && is_free(mine + 1, lock_bytes::presence.end);
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
