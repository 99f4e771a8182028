// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/aggregator.hpp"

#include <algorithm>

#include "engine/request/message.hpp"

namespace weft::engine::twophase {
namespace {

/// Aggregators keep their windows to themselves, so rewriting needs no hint but may be forbidden by
/// one.
Choice rewriting(const Options& options) {
    return options.sieve_write == Choice::disable ? Choice::disable : Choice::automatic;
}

}  // namespace

Aggregator::Aggregator(const Setup& setup, const Schedule::Subject& subject)
    : setup_(setup),
      node_(setup.roles.node_of(subject.domain)),
      limits_(subject.limits),
      schedule_(subject),
      window_(setup.context.channel, setup.context.cost, rewriting(setup.context.options),
              Guards(setup.context.channel, setup.context.lease, Neighbours::none, nullptr), 1) {
    Channel& channel = setup.context.channel;
    if (!put() && announces_units(channel))
        channel.will_load(unit_numbers(subject, channel.kind().unit));
}

bool Aggregator::progress() {
    return put() ? receive_and_place() : pack_and_send();
}

bool Aggregator::finished() const {
    return !schedule_.upcoming() && expected_.empty() && sends_.empty();
}

bool Aggregator::may_have_under_way(std::int64_t bytes) const {
    if (under_way_bytes_ == 0) return true;
    return under_way_bytes_ + bytes <= limits_.ahead_bytes &&
           std::max(expected_.size(), sends_.size()) < limits_.ahead_messages;
}

std::vector<std::byte> Aggregator::new_buffer(std::int64_t bytes) {
    std::vector<std::byte> buffer;
    if (!spare_.empty()) {
        buffer = std::move(spare_.back());
        spare_.pop_back();
    }
    buffer.resize(static_cast<std::size_t>(bytes));
    return buffer;
}

// Puts

bool Aggregator::receive_and_place() {
    bool moved = false;
    post_receives();
    while (!expected_.empty() && place_next()) moved = true;
    return moved;
}

void Aggregator::post_receives() {
    while (schedule_.upcoming() && may_have_under_way(schedule_.upcoming()->bytes())) {
        Expected& next = expected_.emplace_back();
        next.item = *schedule_.upcoming();
        under_way_bytes_ += next.item.bytes();
        if (!is_own(next.item)) {
            next.parcel.bytes = new_buffer(next.item.bytes());
            next.parcel.ticket =
                setup_.transfers.receive(next.item.delegate(), put_tag, next.parcel.bytes);
        }
        schedule_.pass();
    }
}

/// False when its bytes have not come yet.
bool Aggregator::place_next() {
    Expected& next = expected_.front();
    if (next.item.begins_job() && !span_) begin_window(*next.item.job);
    if (is_own(next.item)) {
        if (offers_.empty()) return false;
        place(next.item, offers_.front());
        offers_.pop_front();
        ++taken_;
    } else {
        if (!setup_.transfers.redeem(next.parcel.ticket)) return false;
        place(next.item, next.parcel.bytes);
        spare_.push_back(std::move(next.parcel.bytes));
    }
    under_way_bytes_ -= next.item.bytes();
    const bool completes_window = next.item.ends_job();
    expected_.pop_front();
    post_receives();  // before the window is written, so that they go on meanwhile
    if (completes_window) end_window();
    return true;
}

void Aggregator::place(const Item& item, std::span<const std::byte> packed) {
    const PhaseTimer timer(report(), Phase::exchange);
    for_each_packed(item.job->messages[item.message].shares, item.from, item.to,
                    [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t at) {
                        place_packed(*share.item->shape, from, to, packed.data() + (at - item.from),
                                     window_.image());
                    });
}

// Gets

bool Aggregator::pack_and_send() {
    bool moved = redeem_sends();
    while (schedule_.upcoming() && send_next()) moved = true;
    return moved;
}

bool Aggregator::redeem_sends() {
    const auto ended = std::erase_if(sends_, [this](Parcel& send) {
        if (!setup_.transfers.redeem(send.ticket)) return false;
        under_way_bytes_ -= std::ssize(send.bytes);
        spare_.push_back(std::move(send.bytes));
        return true;
    });
    return ended > 0;
}

/// False when there is no room for its bytes yet.
bool Aggregator::send_next() {
    const Item& item = *schedule_.upcoming();
    if (is_own(item) ? offers_.empty() : !may_have_under_way(item.bytes())) return false;
    if (item.begins_job()) begin_window(*item.job);
    if (is_own(item)) {
        pack(item, offers_.front());
        offers_.pop_front();
        ++taken_;
    } else {
        Parcel& send = sends_.emplace_back(Parcel{new_buffer(item.bytes()), 0});
        pack(item, send.bytes);
        under_way_bytes_ += item.bytes();
        ++report().messages;
        report().message_bytes += item.bytes();
        send.ticket = setup_.transfers.send(item.delegate(), get_tag, send.bytes);
    }
    if (item.ends_job()) end_window();
    schedule_.pass();
    return true;
}

void Aggregator::pack(const Item& item, std::span<std::byte> packed) {
    const PhaseTimer timer(report(), Phase::exchange);
    for_each_packed(item.job->messages[item.message].shares, item.from, item.to,
                    [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t at) {
                        pack_placed(*share.item->shape, from, to, window_.image(),
                                    packed.data() + (at - item.from));
                    });
}

// Windows

void Aggregator::begin_window(const Job& job) {
    // Elements that begin in the window may end behind it.
    constexpr std::int64_t most_overhang = 7;
    span_.emplace(report(), job.begin, job.end);
    window_.place(job.begin, put() ? job.end : job.end + most_overhang);
    mark(job);
    loaded_ = window_.load(setup_.direction);
    status_.keep_first(loaded_);
}

void Aggregator::mark(const Job& job) {
    const PhaseTimer timer(report(), Phase::exchange);
    for (const NodeMessage& message : job.messages) {
        for (const Share& share : message.shares) {
            window_.mark(setup_.direction, *share.item->shape, share.from, share.to);
        }
    }
}

void Aggregator::end_window() {
    if (put() && loaded_.ok()) status_.keep_first(window_.store());
    span_.reset();
}

}  // namespace weft::engine::twophase
