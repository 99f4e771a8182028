// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/kept_values.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "hdf5/chunk_changes.hpp"
#include "stage/record.hpp"

namespace weft::hdf5 {
namespace {

/// Changes of a put in which no other rank changes the chunk are told by blocks: a run has 16 bytes
/// of its own.
constexpr std::size_t block_bytes = 256;

/// A chunk whose changes have so many records is kept as a whole.
constexpr std::size_t most_records = 32;

/// What `work` returns; false if memory is short.
template <class Work>
bool attempt(const Work& work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return false;
    }
}

}  // namespace

/// What values leave free in the log.
std::int64_t KeptValues::spare_for_places() const {
    return log_->file().size().ring_bytes / 4;
}

std::optional<KeptValues::Number> KeptValues::append(KeptHead head, std::span<const std::byte> data,
                                                     std::int64_t spare) {
    head.rank = rank_;
    head.order = order_++;
    const auto number = log_->append_if_room({.kind = stage::RecordKind::values,
                                              .shape = std::as_bytes(std::span(&head, 1)),
                                              .data = data},
                                             spare);
    if (!number.ok()) return std::nullopt;
    appended_bytes_ += std::ssize(data);
    return number.value();
}

/// A chunk that waits from now on. What records have of one that did not is in the file, and older.
KeptValues::Chunk& KeptValues::entered(const Name& name) {
    Chunk& its = chunks_[name];
    if (its.is_leaving) its.has_all = false;
    its.is_leaving = false;
    return its;
}

bool KeptValues::keep(const Name& name, std::uint32_t put, std::span<const std::byte> old,
                      std::span<const std::byte> chunk) noexcept {
    return attempt([&] {
        const KeptHead head{.variable = name.variable, .number = name.number, .put = put};
        Chunk& its = entered(name);
        const bool is_known = !old.empty() && its.has_all;
        if (is_known && its.records.size() < most_records)
            return keep_changes(its, head, differences(old, chunk, block_bytes), chunk);
        its.has_all = false;  // until these values are there
        its.records.reserve(1);
        const std::optional<Number> number = append(head, chunk, spare_for_places());
        if (!number) return false;
        release(its);
        its.records.assign(1, *number);
        its.has_all = true;
        return true;
    });
}

bool KeptValues::keep_changes(Chunk& chunk, KeptHead head, std::span<const region::Interval> runs,
                              std::span<const std::byte> values) {
    const bool had_all = std::exchange(chunk.has_all, false);  // until these are there, too
    const std::vector<std::byte> changes = encoded_changes(runs, values);
    head.kind = KeptKind::changes;
    if (!changes.empty()) {
        chunk.records.reserve(chunk.records.size() + 1);
        const std::optional<Number> number = append(head, changes, spare_for_places());
        if (!number) return false;
        chunk.records.push_back(*number);
    }
    chunk.has_all = had_all;
    return true;
}

bool KeptValues::keep_apart(const Name& name, std::uint32_t put, std::size_t element,
                            std::span<const std::byte> old,
                            std::span<const std::byte> chunk) noexcept {
    return attempt([&] {
        const KeptHead head{.variable = name.variable, .number = name.number, .put = put};
        Chunk& its = entered(name);
        const region::Interval all{0, std::ssize(chunk)};
        return old.empty() ? keep_changes(its, head, std::span(&all, 1), chunk)
                           : keep_changes(its, head, differences(old, chunk, element), chunk);
    });
}

bool KeptValues::keep(std::span<const KeptPlace> places) noexcept {
    return attempt([&] {
        unbooked_.reserve(unbooked_.size() + 1);
        const std::optional<Number> number =
            append({.kind = KeptKind::places}, std::as_bytes(places), 0);
        if (number) unbooked_.push_back(*number);
        return number.has_value();
    });
}

bool KeptValues::keep_lengths(std::span<const std::int64_t> lengths) noexcept {
    return attempt([&] {
        std::vector<std::int64_t> longest(lengths.begin(), lengths.end());
        for (std::size_t i = 0; i < std::min(longest.size(), lengths_.size()); ++i)
            longest[i] = std::max(longest[i], lengths_[i]);
        if (longest == lengths_) return true;
        unbooked_.reserve(unbooked_.size() + 1);
        const std::optional<Number> number =
            append({.kind = KeptKind::lengths}, std::as_bytes(std::span(longest)), 0);
        if (!number) return false;
        unbooked_.push_back(*number);
        lengths_ = std::move(longest);
        return true;
    });
}

void KeptValues::release(const Chunk& chunk) {
    for (const Number one : chunk.records) log_->release(one);
}

bool KeptValues::has_all_of(const Name& name) const {
    const auto found = chunks_.find(name);
    return found != chunks_.end() && found->second.has_all && !found->second.is_leaving;
}

void KeptValues::end_turn(const std::function<bool(const Name&)>& waits) noexcept {
    if (!is_on()) return;
    for (auto& [name, chunk] : chunks_) chunk.is_leaving = !waits(name);
    renew();
}

void KeptValues::release_leaving(const std::function<bool(const Name&)>& which) noexcept {
    for (auto one = chunks_.begin(); one != chunks_.end();) {
        const bool is_over = one->second.is_leaving && which(one->first);
        if (is_over) release(one->second);
        one = is_over ? chunks_.erase(one) : std::next(one);
    }
}

void KeptValues::confirm() noexcept {
    release_leaving([](const Name&) { return true; });
}

void KeptValues::begin_end_of_books(const std::function<bool(const Name&)>& is_mine) noexcept {
    for (const Number one : unbooked_) log_->release(one);
    unbooked_.clear();
    release_leaving([&](const Name& name) { return !is_mine(name); });
}

void KeptValues::end_of_books(std::span<const std::int64_t> lengths) noexcept {
    confirm();
    (void)attempt([&] {
        lengths_.assign(lengths.begin(), lengths.end());
        return true;
    });
}

/// The record of this rank that was written first; null: there is none.
KeptValues::Number* KeptValues::oldest() {
    Number* first = nullptr;
    const auto look_at = [&](std::vector<Number>& records) {
        for (Number& one : records)
            if (first == nullptr || one < *first) first = &one;
    };
    for (auto& [name, chunk] : chunks_) look_at(chunk.records);
    look_at(unbooked_);
    return first;
}

/// Whether half of the log, or of its slots, has come behind a record.
bool KeptValues::is_old(Number record) const {
    const stage::LogSize& size = log_->file().size();
    return log_->bytes_from(record) > size.ring_bytes / 2 ||
           log_->reserved() - record > static_cast<Number>(size.slots / 2);
}

/// No more than about twice what the turn has added.
void KeptValues::renew() {
    const Number end = log_->reserved();
    appended_bytes_ *= 2;
    for (Number* one = oldest(); one != nullptr && *one < end && is_old(*one); one = oldest())
        if (appended_bytes_ <= 0 || !renew(*one)) break;
    appended_bytes_ = 0;
}

bool KeptValues::renew(Number& record) {
    return attempt([&] {
        const auto old = stage::read_record(*log_, record);
        if (!old.ok() || !old.value()) return false;
        appended_bytes_ -= std::ssize(old.value()->content);
        const auto number = log_->append_if_room({.kind = stage::RecordKind::values,
                                                  .shape = old.value()->shape(),
                                                  .data = old.value()->data()},
                                                 0);
        if (!number.ok() || !number.value()) return false;
        log_->release(record);
        record = *number.value();
        return true;
    });
}

}  // namespace weft::hdf5
