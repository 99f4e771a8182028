// SPDX-License-Identifier: BSD-3-Clause
#include "engine/exchange/leader.hpp"

#include <algorithm>

#include "engine/message.hpp"

namespace weft::engine::exchange {
namespace {

/// Leaders keep their windows to themselves, so rewriting needs no hint but may be forbidden by
/// one.
Choice rewriting(const Options& options) {
    return options.sieve_write == Choice::disable ? Choice::disable : Choice::automatic;
}

}  // namespace

Leader::Leader(const Surroundings& around, const Agenda::Subject& subject)
    : around_(around),
      node_(subject.nodes.of_rank(around.roles.leader(subject.domain))),
      domain_(subject.domain),
      limits_(subject.limits),
      agenda_(subject),
      window_(around.context.channel, around.context.cost, rewriting(around.context.options),
              Guards(around.context.channel, around.context.solitude, Neighbours::none, nullptr),
              1) {}

bool Leader::progress() {
    return put() ? receive_and_place() : pack_and_send();
}

bool Leader::finished() const {
    return !agenda_.upcoming() && expected_.empty() && sends_.empty();
}

int Leader::speaker(const Item& item) const {
    return around_.roles.speaker(item.node(), domain_);
}

bool Leader::may_have_under_way(std::int64_t bytes) const {
    return under_way_bytes_ == 0 || under_way_bytes_ + bytes <= limits_.ahead_bytes;
}

std::vector<std::byte> Leader::new_buffer(std::int64_t bytes) {
    std::vector<std::byte> buffer;
    if (!spare_.empty()) {
        buffer = std::move(spare_.back());
        spare_.pop_back();
    }
    buffer.resize(static_cast<std::size_t>(bytes));
    return buffer;
}

// Puts

bool Leader::receive_and_place() {
    bool moved = false;
    post_receives();
    while (!expected_.empty() && place_next()) moved = true;
    return moved;
}

void Leader::post_receives() {
    while (agenda_.upcoming() && may_have_under_way(agenda_.upcoming()->bytes())) {
        Expected& next = expected_.emplace_back();
        next.item = *agenda_.upcoming();
        under_way_bytes_ += next.item.bytes();
        if (!is_own(next.item)) {
            next.parcel.bytes = new_buffer(next.item.bytes());
            next.parcel.ticket =
                around_.transfers.receive(speaker(next.item), put_tag, next.parcel.bytes);
        }
        agenda_.pass();
    }
}

/// False when its bytes have not come yet.
bool Leader::place_next() {
    Expected& next = expected_.front();
    if (next.item.begins_job() && !span_) begin_window(*next.item.job);
    if (is_own(next.item)) {
        if (offers_.empty()) return false;
        place(next.item, offers_.front());
        offers_.pop_front();
        ++taken_;
    } else {
        if (!around_.transfers.redeem(next.parcel.ticket)) return false;
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

void Leader::place(const Item& item, std::span<const std::byte> packed) {
    const PhaseTimer timer(report(), Phase::exchange);
    for_each_packed(item.job->messages[item.message].shares, item.from, item.to,
                    [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t at) {
                        place_packed(*share.item->shape, from, to, packed.data() + (at - item.from),
                                     window_.image());
                    });
}

// Gets

bool Leader::pack_and_send() {
    bool moved = redeem_sends();
    while (agenda_.upcoming() && send_next()) moved = true;
    return moved;
}

bool Leader::redeem_sends() {
    const auto ended = std::erase_if(sends_, [this](Parcel& send) {
        if (!around_.transfers.redeem(send.ticket)) return false;
        under_way_bytes_ -= std::ssize(send.bytes);
        spare_.push_back(std::move(send.bytes));
        return true;
    });
    return ended > 0;
}

/// False when there is no room for its bytes yet.
bool Leader::send_next() {
    const Item& item = *agenda_.upcoming();
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
        send.ticket = around_.transfers.send(speaker(item), get_tag, send.bytes);
    }
    if (item.ends_job()) end_window();
    agenda_.pass();
    return true;
}

void Leader::pack(const Item& item, std::span<std::byte> packed) {
    const PhaseTimer timer(report(), Phase::exchange);
    for_each_packed(item.job->messages[item.message].shares, item.from, item.to,
                    [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t at) {
                        pack_placed(*share.item->shape, from, to, window_.image(),
                                    packed.data() + (at - item.from));
                    });
}

// Windows

void Leader::begin_window(const Job& job) {
    // Elements that begin in the window may end behind it.
    constexpr std::int64_t most_overhang = 7;
    span_.emplace(report(), job.begin, job.end);
    window_.place(job.begin, put() ? job.end : job.end + most_overhang);
    mark(job);
    loaded_ = window_.load(around_.direction);
    status_.keep_first(loaded_);
}

void Leader::mark(const Job& job) {
    const PhaseTimer timer(report(), Phase::exchange);
    for (const Message& message : job.messages) {
        for (const Share& share : message.shares) {
            window_.mark(around_.direction, *share.item->shape, share.from, share.to);
        }
    }
}

void Leader::end_window() {
    if (put() && loaded_.ok()) status_.keep_first(window_.store());
    span_.reset();
}

}  // namespace weft::engine::exchange
