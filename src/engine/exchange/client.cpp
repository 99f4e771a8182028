// SPDX-License-Identifier: BSD-3-Clause
#include "engine/exchange/client.hpp"

#include <algorithm>
#include <limits>

namespace weft::engine::exchange {
namespace {

constexpr std::int64_t no_batch = std::numeric_limits<std::int64_t>::max();

}  // namespace

Client::Client(const Surroundings& around)
    : around_(around),
      batches_(around.list, around.domains),
      mover_(around.request),
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
    while (around_.leader != nullptr && !around_.leader->finished()) advance();
    return true;
}

bool Client::meet() {
    const PhaseTimer timer(around_.report, Phase::wait);
    return around_.mailroom.meet(around_.comm, [this] {
        if (around_.leader == nullptr || around_.leader->finished()) return false;
        while (around_.leader->progress()) continue;
        return true;
    });
}

/// Rule 1. No batch when nobody on the node has more. False when a rank has died.
bool Client::begin_batch() {
    settle(half());
    const std::uint32_t rows = around_.mailroom.turn_rows();
    publish(rows);
    if (!meet()) return false;
    std::int64_t lowest = no_batch;
    for (int member = 0; member < around_.mailroom.members(); ++member)
        lowest = std::min(lowest, around_.mailroom.row(rows, member)[0]);
    batch_.reset();
    if (lowest == no_batch) return true;
    auto batch = std::make_shared<Batch>();
    steps_ = steps_of(add_up(rows, lowest, batch->begins), around_.limits);
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
        around_.mailroom.row(rows, around_.mailroom.member())
            .first(1 + static_cast<std::size_t>(around_.domains.count()));
    std::ranges::fill(row, 0);
    row[0] = own_ ? own_->number : no_batch;
    if (!own_) return;
    for (const Batches::Stop& stop : own_->stops)
        row[1 + static_cast<std::size_t>(stop.domain)] = stop.bytes;
}

/// The lengths of the node's messages by domain; `begins`: where this rank's bytes begin in them.
std::vector<std::int64_t> Client::add_up(std::uint32_t rows, std::int64_t batch,
                                         std::vector<std::int64_t>& begins) {
    const auto domains = static_cast<std::size_t>(around_.domains.count());
    std::vector<std::int64_t> bytes(domains);
    for (int member = 0; member < around_.mailroom.members(); ++member) {
        if (member == around_.mailroom.member()) begins = bytes;
        const std::span<const std::int64_t> row = around_.mailroom.row(rows, member);
        if (row[0] != batch) continue;
        for (std::size_t domain = 0; domain < domains; ++domain) bytes[domain] += row[1 + domain];
    }
    return bytes;
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
        if (around_.roles.speaker(around_.node, fragment.domain) != around_.rank) continue;
        const std::span<std::byte> room(around_.mailroom.room(half_) + fragment.place,
                                        static_cast<std::size_t>(fragment.to - fragment.from));
        const int leader = around_.roles.leader(fragment.domain);
        if (leader == around_.rank) {
            around_.leader->offer(room);
            ++offered_;
        } else if (put()) {
            ++around_.report.messages;
            around_.report.message_bytes += std::ssize(room);
            now.tickets.push_back(around_.transfers.send(leader, put_tag, room));
        } else {
            now.tickets.push_back(around_.transfers.receive(leader, get_tag, room));
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

/// This rank's bytes of a step, between the user's memory and the mailroom.
void Client::move(std::uint32_t half) {
    const PhaseTimer timer(around_.report, Phase::convert);
    const Batch& batch = *halves_[half].batch;
    for (const Fragment& fragment : halves_[half].step) {
        const auto stop =
            std::ranges::lower_bound(batch.stops, fragment.domain, {}, &Batches::Stop::domain);
        if (stop == batch.stops.end() || stop->domain != fragment.domain) continue;
        const std::int64_t begin = batch.begins[static_cast<std::size_t>(fragment.domain)];
        std::byte* const room = around_.mailroom.room(half) + fragment.place;
        for_each_packed(
            stop->shares, fragment.from - begin, fragment.to - begin,
            [&](const Share& share, std::int64_t from, std::int64_t to, std::int64_t at) {
                mover_.move(share.item->piece, from, to,
                            {.data = room + (begin + at - fragment.from),
                             .origin = from,
                             .form = Place::Form::packed});
            });
    }
}

/// Waits until no message uses a half any more.
void Client::settle(UnderWay& step) {
    while (!is_settled(step)) advance();
}

bool Client::is_settled(UnderWay& step) {
    std::erase_if(step.tickets, [this](mpi::Transfers::Ticket ticket) {
        return around_.transfers.redeem(ticket);
    });
    return step.tickets.empty() &&
           (around_.leader == nullptr || around_.leader->taken() >= step.offered);
}

/// Goes on as a leader, or waits until there is news.
void Client::advance() {
    if (around_.leader != nullptr && around_.leader->progress()) return;
    const PhaseTimer timer(around_.report, Phase::wait);
    around_.transfers.wait_for_any();
}

}  // namespace weft::engine::exchange
