// SPDX-License-Identifier: BSD-3-Clause
#include "web/fetcher.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace weft::web {
namespace {

/// The factor for requests ahead: as many requests as there are connections, and half as many that
/// wait for one.
constexpr std::int64_t ahead_of_two = 3;
constexpr std::int64_t least_ahead = 40 << 20;
constexpr std::int64_t longest_ahead = 96 << 20;

Wanted cut(const Wanted& part, std::int64_t begin, std::int64_t end) {
    return {begin, part.into.subspan(static_cast<std::size_t>(begin - part.offset),
                                     static_cast<std::size_t>(end - begin))};
}

}  // namespace

Fetcher::Fetcher(Place place, std::vector<std::byte> head)
    : place_(std::move(place)), head_(std::move(head)) {}

Fetcher::~Fetcher() {
    forget();
}

Link Fetcher::link() const {
    return {.round_trip_seconds = place_.round_trip_seconds,
            .connections = place_.ways.connections};
}

std::int64_t Fetcher::most_ahead() const {
    const std::int64_t wanted = place_.ways.connections * request_bytes(link()) * ahead_of_two / 2;
    return std::clamp(wanted, least_ahead, longest_ahead);
}

Client& Fetcher::client() {
    if (!client_) client_ = take_client(place_.ways.connections);
    return *client_;
}

/// Others may use the connections while nothing is on its way.
void Fetcher::rest() {
    if (client_ && client_->is_idle()) client_.reset();
}

void Fetcher::start(Transfer& transfer) {
    client().add(transfer);
}

// Parts that are requested ahead.

void Fetcher::forget() {
    while (!ahead_.empty()) drop(ahead_.begin());
    rest();
}

void Fetcher::drop(Aheads::iterator one) {
    if (client_) client_->drop(*one->second.transfer);
    ahead_bytes_ -= std::ssize(one->second.bytes);
    ahead_.erase(one);
}

/// Drops those that were asked for first.
void Fetcher::make_room(std::int64_t bytes) {
    while (!ahead_.empty() && ahead_bytes_ + bytes > most_ahead()) {
        const auto first =
            std::ranges::min_element(ahead_, {}, [](const auto& one) { return one.second.number; });
        drop(first);
    }
}

void Fetcher::expect_one(const Part& part) {
    make_room(part.length);
    if (part.length > room()) return;
    Ahead& one = ahead_[part.offset];
    one.bytes.resize(static_cast<std::size_t>(part.length));
    one.number = asked_ahead_++;
    one.transfer = std::make_unique<Transfer>(
        place_, Asked{.offset = part.offset, .length = part.length}, one.bytes);
    ahead_bytes_ += part.length;
    start(*one.transfer);
}

/// The one that has the byte at `offset`.
Fetcher::Aheads::iterator Fetcher::ahead_with(std::int64_t offset) {
    auto next = ahead_.upper_bound(offset);
    if (next == ahead_.begin()) return ahead_.end();
    --next;
    return offset < next->second.end() ? next : ahead_.end();
}

void Fetcher::expect(std::span<const Part> parts) {
    std::vector<Part> missing;
    for (const Part& part : parts) {
        const std::int64_t head = std::ssize(head_);
        std::int64_t begin = std::max(part.offset, head);
        while (begin < part.end()) {
            if (const auto has_it = ahead_with(begin); has_it != ahead_.end()) {
                begin = has_it->second.end();
                continue;
            }
            const auto next = ahead_.upper_bound(begin);
            const std::int64_t end =
                next == ahead_.end() ? part.end() : std::min(part.end(), next->first);
            missing.push_back({begin, end - begin});
            begin = end;
        }
    }
    const std::int64_t most = request_bytes(link());
    for (const Request& request : plan_requests(missing, link())) {
        // A gap that is read over may be on its way.
        const auto next = ahead_.lower_bound(request.range.offset);
        if (next != ahead_.end() && next->first < request.range.end()) {
            for (std::size_t i = request.first; i < request.behind; ++i) expect_one(missing[i]);
            continue;
        }
        for (std::int64_t begin = request.range.offset; begin < request.range.end(); begin += most)
            expect_one({begin, std::min(most, request.range.end() - begin)});
    }
    if (client_) client_->poke();
}

// Parts that are wanted now.

std::vector<Wanted> Fetcher::without_head(std::span<const Wanted> wanted) const {
    const std::int64_t head = std::ssize(head_);
    std::vector<Wanted> others;
    for (const Wanted& part : wanted) {
        const std::int64_t end = std::min(part.end(), head);
        if (part.offset < end)
            std::memcpy(part.into.data(), head_.data() + part.offset,
                        static_cast<std::size_t>(end - part.offset));
        const std::int64_t begin = std::max(part.offset, head);
        if (begin < part.end()) others.push_back(cut(part, begin, part.end()));
    }
    return others;
}

void Fetcher::divide(std::span<const Wanted> wanted, std::vector<Wanted>& coming,
                     std::vector<Wanted>& missing) {
    for (const Wanted& part : wanted) {
        for (std::int64_t begin = part.offset; begin < part.end();) {
            const auto has_it = ahead_with(begin);
            const bool is_coming = has_it != ahead_.end();
            const auto next = ahead_.upper_bound(begin);
            std::int64_t end = part.end();
            if (is_coming)
                end = std::min(end, has_it->second.end());
            else if (next != ahead_.end())
                end = std::min(end, next->first);
            (is_coming ? coming : missing).push_back(cut(part, begin, end));
            begin = end;
        }
    }
}

/// A long part goes where it is wanted, by several requests.
void Fetcher::ask_directly(const Wanted& part, std::vector<Now>& all) {
    const std::int64_t most = request_bytes(link());
    for (std::int64_t begin = part.offset; begin < part.end(); begin += most) {
        const Wanted piece = cut(part, begin, std::min(begin + most, part.end()));
        Now& one = all.emplace_back();
        one.transfer = std::make_unique<Transfer>(
            place_, Asked{.offset = piece.offset, .length = std::ssize(piece.into)}, piece.into);
    }
}

std::vector<Fetcher::Now> Fetcher::requests_for(std::span<const Wanted> missing) {
    std::vector<Part> parts;
    for (const Wanted& one : missing) parts.push_back({one.offset, std::ssize(one.into)});
    std::vector<Now> all;
    for (const Request& request : plan_requests(parts, link())) {
        const auto its = missing.subspan(request.first, request.behind - request.first);
        if (its.size() == 1) {
            ask_directly(its.front(), all);
            continue;
        }
        Now& one = all.emplace_back();
        one.parts = its;
        one.buffer.resize(static_cast<std::size_t>(request.range.length));
        one.transfer = std::make_unique<Transfer>(
            place_, Asked{.offset = request.range.offset, .length = request.range.length},
            one.buffer);
    }
    return all;
}

void Fetcher::Now::hand_out() const {
    for (const Wanted& part : parts)
        std::memcpy(part.into.data(), buffer.data() + (part.offset - transfer->asked().offset),
                    part.into.size());
}

/// Whether the part has come, or its transfer has failed, so that nothing more comes.
bool Fetcher::has_come(const Wanted& part) {
    const auto its = ahead_with(part.offset);
    if (its == ahead_.end() || its->second.transfer->is_done()) return true;
    return its->first + its->second.transfer->got() >= part.end();
}

Status Fetcher::failure_of(const Wanted& part) {
    const auto its = ahead_with(part.offset);
    return its == ahead_.end() ? Status() : its->second.transfer->status();
}

/// Copies a part that has come. A transfer of which the last byte has been taken is dropped.
void Fetcher::take_coming(const Wanted& part) {
    const auto its = ahead_with(part.offset);
    std::memcpy(part.into.data(), its->second.bytes.data() + (part.offset - its->first),
                part.into.size());
    if (part.end() == its->second.end()) drop(its);
}

/// Drops the requests in its destructor, so that none is left whose memory is freed.
class Fetcher::Leaving {
public:
    Leaving(Client& client, const std::vector<Now>& now) : client_(client), now_(now) {}
    ~Leaving() {
        for (const Now& one : now_) client_.drop(*one.transfer);
    }
    Leaving(const Leaving&) = delete;
    Leaving& operator=(const Leaving&) = delete;

private:
    Client& client_;
    const std::vector<Now>& now_;
};

/// Waits until all parts have come, or something fails.
void Fetcher::await(const std::vector<Now>& now, std::span<const Wanted> coming) {
    std::size_t done = 0;
    std::size_t come = 0;
    client().run([&] {
        for (; done < now.size() && now[done].transfer->is_done(); ++done)
            if (!now[done].transfer->status().ok()) return true;
        for (; come < coming.size() && has_come(coming[come]); ++come)
            if (!failure_of(coming[come]).ok()) return true;
        return done == now.size() && come == coming.size();
    });
}

Status Fetcher::read(std::span<const Wanted> wanted) {
    const std::vector<Wanted> others = without_head(wanted);
    if (others.empty()) return {};
    std::vector<Wanted> coming;
    std::vector<Wanted> missing;
    divide(others, coming, missing);
    const std::vector<Now> now = requests_for(missing);
    Status status;
    {
        const Leaving leaving(client(), now);
        for (const Now& one : now) start(*one.transfer);
        await(now, coming);
        for (const Now& one : now) status.keep_first(one.transfer->status());
        for (const Wanted& part : coming) status.keep_first(failure_of(part));
    }
    if (status.ok()) {
        for (const Now& one : now) one.hand_out();
        for (const Wanted& part : coming) take_coming(part);
    } else {
        forget();  // what has failed may be asked for again
    }
    rest();
    return status;
}

}  // namespace weft::web
