// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/client.hpp"

#include <algorithm>
#include <limits>

namespace weft::engine::twophase {
namespace {

constexpr std::int64_t no_batch = std::numeric_limits<std::int64_t>::max();

}  // namespace

Client::Client(const Setup& setup)
    : setup_(setup),
      batches_(setup.list, setup.domains),
      mover_(setup.request),
      own_(batches_.next()) {}

bool Client::run() {
    bool alive = true;
    while (alive && (alive = begin_batch()) && batch_ != nullptr) {
        for (std::size_t i = 0; i < steps_.size() && alive; ++i) {
            if (i > 0) {
                settle(half());
                alive = meet();
            }
            alive = alive && take_step(std::move(steps_[i]));
        }
    }
    if (!alive) return false;
    if (!put() && !finish_get(half_ ^ 1U)) return false;
    for (UnderWay& step : halves_) settle(step);
    while (setup_.aggregator != nullptr && !setup_.aggregator->finished()) advance();
    return true;
}

bool Client::meet() {
    const PhaseTimer timer(setup_.report, Phase::wait);
    return setup_.node_buffer.meet(setup_.comm, [this] {
        const bool leads = setup_.aggregator != nullptr && !setup_.aggregator->finished();
        while (leads && setup_.aggregator->progress()) continue;
        // Long messages need this end, too, to go on.
        const bool settled = is_settled(halves_[0]) && is_settled(halves_[1]);
        return leads || !settled;
    });
}

/// Rule 1. No batch when nobody on the node has more. False when a rank has died.
bool Client::begin_batch() {
    settle(half());
    const std::uint32_t rows = setup_.node_buffer.turn_rows();
    publish(rows);
    if (!meet()) return false;
    std::int64_t lowest = no_batch;
    for (int member = 0; member < setup_.node_buffer.members(); ++member)
        lowest = std::min(lowest, setup_.node_buffer.row(rows, member)[0]);
    batch_.reset();
    if (lowest == no_batch) return true;
    auto batch = std::make_shared<Batch>();
    // The lengths of the node's messages, and where this rank's bytes begin in them.
    steps_ =
        steps_of(setup_.node_buffer.add_up(rows, lowest, setup_.domains.count(), batch->begins),
                 setup_.limits);
    if (own_ && own_->number == lowest) {
        batch->stops = std::move(own_->stops);
        own_ = batches_.next();
    }
    batch_ = std::move(batch);
    return true;
}

/// A row: the number of the batch, then bytes by domain.
void Client::publish(std::uint32_t rows) {
    const std::span<std::int64_t> row =
        setup_.node_buffer.row(rows, setup_.node_buffer.member())
            .first(1 + static_cast<std::size_t>(setup_.domains.count()));
    std::ranges::fill(row, 0);
    row[0] = own_ ? own_->number : no_batch;
    if (!own_) return;
    for (const Batches::Stop& stop : own_->stops)
        row[1 + static_cast<std::size_t>(stop.domain)] = stop.bytes;
}

/// Rule 3, in a half that is open. False when a rank has died.
bool Client::take_step(Step step) {
    half().step = std::move(step);
    half().batch = batch_;
    if (put()) {
        move(half_);
        if (!meet()) return false;
    }
    start_messages();
    half_ ^= 1U;
    return put() || finish_get(half_);
}

/// The messages that this rank exchanges for its node.
void Client::start_messages() {
    UnderWay& now = half();
    for (const Fragment& fragment : now.step) {
        if (!setup_.roles.is_delegate_for(fragment.domain)) continue;
        const std::span<std::byte> room(setup_.node_buffer.room(half_) + fragment.place,
                                        static_cast<std::size_t>(fragment.to - fragment.from));
        const int aggregator = setup_.roles.aggregator(fragment.domain);
        if (aggregator == setup_.rank) {
            setup_.aggregator->offer(room);
            ++offered_;
        } else if (put()) {
            ++setup_.report.messages;
            setup_.report.message_bytes += std::ssize(room);
            now.tickets.push_back(setup_.transfers.send(aggregator, put_tag, room));
        } else {
            now.tickets.push_back(setup_.transfers.receive(aggregator, get_tag, room));
        }
    }
    now.offered = offered_;
}

/// The end of a get's step, if there is one in the half. False when a rank has died.
bool Client::finish_get(std::uint32_t half) {
    UnderWay& step = halves_[half];
    if (step.batch == nullptr) return true;
    settle(step);
    if (!meet()) return false;
    move(half);
    step.batch.reset();
    return true;
}

/// This rank's bytes of a step, between the user's memory and the node buffer.
void Client::move(std::uint32_t half) {
    const PhaseTimer timer(setup_.report, Phase::convert);
    const Batch& batch = *halves_[half].batch;
    for (const Fragment& fragment : halves_[half].step) {
        const auto stop =
            std::ranges::lower_bound(batch.stops, fragment.domain, {}, &Batches::Stop::domain);
        if (stop == batch.stops.end() || stop->domain != fragment.domain) continue;
        const std::int64_t begin = batch.begins[static_cast<std::size_t>(fragment.domain)];
        std::byte* const room = setup_.node_buffer.room(half) + fragment.place;
        for_each_packed(
            stop->shares, fragment.from - begin, fragment.to - begin,
            [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t at) {
                mover_.move(share.item->piece, from, to,
                            {.data = room + (begin + at - fragment.from),
                             .origin = from,
                             .form = FileBuffer::Form::packed});
            });
    }
}

/// Waits until no message uses a half any more.
void Client::settle(UnderWay& step) {
    while (!is_settled(step)) advance();
}

bool Client::is_settled(UnderWay& step) {
    std::erase_if(step.tickets, [this](mpi::Transfers::Ticket ticket) {
        return setup_.transfers.redeem(ticket);
    });
    return step.tickets.empty() &&
           (setup_.aggregator == nullptr || setup_.aggregator->taken() >= step.offered);
}

/// Goes on as an aggregator, or waits until there is news.
void Client::advance() {
    if (setup_.aggregator != nullptr && setup_.aggregator->progress()) return;
    const PhaseTimer timer(setup_.report, Phase::wait);
    setup_.transfers.wait_for_any();
}

}  // namespace weft::engine::twophase
