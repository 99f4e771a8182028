// SPDX-License-Identifier: BSD-3-Clause
#include "serve/relay.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "remote/preamble.hpp"
#include "serve/file_limit.hpp"
#include "serve/first_words.hpp"

namespace weft::serve {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{256} << 10;
/// The number of descriptors for everything else in the process.
constexpr std::size_t spare_descriptors = 32;
constexpr int longest_nap_ms = 500;

bool is_for_later() {
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR || errno == ENOTCONN;
}

}  // namespace

Result<std::unique_ptr<Relay>> Relay::open(Rules rules) {
    auto listener = remote::listen_at(rules.at);
    if (!listener.ok()) return listener.status();
    const std::size_t limit = raise_limit_of_files();
    const std::size_t strangers = strangers_within(limit, 2);
    const std::size_t taken = 2 * strangers + spare_descriptors;
    rules.most_connections =
        std::clamp<std::size_t>((limit - std::min(limit, taken)) / 2, 1, rules.most_connections);
    return std::unique_ptr<Relay>(
        new Relay(std::move(rules), std::move(listener).value(), strangers));
}

/// Moves as much as possible now. False: the connection is broken.
bool Relay::Pipe::move(int from, int to) {
    for (;;) {
        if (wants_to_read()) {
            bytes.resize(buffer_bytes);
            const ssize_t got = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
            if (got < 0) return is_for_later();
            begin = 0;
            end = static_cast<std::size_t>(got);
            taken += end;
            is_at_end = got == 0;
        }
        while (begin < end) {
            const ssize_t sent =
                ::send(to, &bytes[begin], end - begin, MSG_DONTWAIT | MSG_NOSIGNAL);
            if (sent < 0) return is_for_later();
            begin += static_cast<std::size_t>(sent);
        }
        if (!is_at_end) continue;
        if (!std::exchange(is_closed, true)) ::shutdown(to, SHUT_WR);
        return true;
    }
}

std::size_t Relay::strangers() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        pairs_, [](const Pair& pair) { return pair.meeting != Meeting::met; }));
}

/// The time from which another client may take the place of a pair.
Relay::Clock::time_point Relay::may_go_at(const Pair& pair) const {
    if (pair.meeting == Meeting::met) return Clock::time_point::max();
    if (pair.server.get() < 0) return pair.came + time_to_answer;
    if (pair.meeting == Meeting::answered) return pair.moved + time_to_answer;
    return pair.came + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(rules_.busy_seconds));
}

std::list<Relay::Pair>::const_iterator Relay::who_goes() const {
    return std::ranges::min_element(pairs_, {}, [this](const Pair& p) { return may_go_at(p); });
}

bool Relay::has_room() const {
    if (pairs_.size() - strangers() >= rules_.most_connections) return false;
    return strangers() < most_strangers_ || may_go_at(*who_goes()) <= Clock::now();
}

/// Drops a stranger; false: there is none.
bool Relay::send_one_away() {
    const auto goes = who_goes();
    if (goes == pairs_.end() || goes->meeting == Meeting::met) return false;
    rules_.log(remote::text_of(remote::other_end(goes->client.get())) +
               ": dropped: it has not proved a key, and other clients need its place");
    pairs_.erase(goes);
    return true;
}

void Relay::accept_some() {
    for (int i = 0; i < most_accepted_at_a_time && has_room(); ++i) {
        remote::OwnedFd client = remote::accept_from(listener_.get());
        if (client.get() < 0) {
            const bool are_all = errno == EAGAIN || errno == EWOULDBLOCK || errno == ECONNABORTED;
            // The process has no descriptor for it now.
            if (!are_all && !send_one_away()) ::usleep(10'000);
            return;
        }
        if (strangers() >= most_strangers_) send_one_away();
        wake_at(client.get(), remote::preamble_bytes);
        pairs_.emplace_back().client = std::move(client);
    }
}

/// Connects to the server when the client has sent a preamble. Returns false if the client does not
/// speak Weft's protocol, or has closed its half.
bool Relay::introduce(Pair& pair) {
    remote::Preamble preamble{};
    const ssize_t got =
        ::recv(pair.client.get(), preamble.data(), preamble.size(), MSG_PEEK | MSG_DONTWAIT);
    if (got < 0) return is_for_later();
    if (got != std::ssize(preamble)) return got > 0 && !has_gone(pair.client.get());
    const std::string from = remote::text_of(remote::other_end(pair.client.get()));
    if (!remote::session_in(preamble)) {
        rules_.log(from + ": refused: the client does not speak Weft's protocol");
        return false;
    }
    wake_at(pair.client.get(), 1);
    auto server = remote::start_connecting(rules_.server);
    if (!server.ok()) {
        rules_.log(from + ": refused: " + server.status().context());
        return false;
    }
    pair.server = std::move(server).value();
    return true;
}

/// False: the pair is over.
bool Relay::move(Pair& pair) {
    if (pair.server.get() < 0) {
        if (!introduce(pair)) return false;
        if (pair.server.get() < 0) return true;
    }
    const std::size_t said = pair.up.taken;
    const std::size_t heard = pair.down.taken;
    if (!pair.up.move(pair.client.get(), pair.server.get())) return false;
    if (said < pair.up.taken && pair.meeting == Meeting::answered) pair.meeting = Meeting::replied;
    if (!pair.down.move(pair.server.get(), pair.client.get())) return false;
    if (heard < pair.down.taken && pair.meeting == Meeting::stranger)
        pair.meeting = Meeting::answered;
    else if (heard < pair.down.taken && pair.meeting == Meeting::replied)
        pair.meeting = Meeting::met;
    if (said < pair.up.taken || heard < pair.down.taken) pair.moved = Clock::now();
    return !(pair.up.is_closed && pair.down.is_closed);
}

/// The time until the pair is ended, unless something happens.
double Relay::seconds_left(const Pair& pair) const {
    const auto now = Clock::now();
    const auto left = [&](Clock::time_point since, double seconds) {
        return seconds - std::chrono::duration<double>(now - since).count();
    };
    double least = std::numeric_limits<double>::max();
    if (pair.server.get() < 0) least = left(pair.came, rules_.preamble_seconds);
    if (pair.meeting != Meeting::met)
        least = std::min(least, left(pair.came, rules_.meeting_seconds));
    if (pair.up.is_at_end || pair.down.is_at_end)
        least = std::min(least, left(pair.moved, rules_.closing_seconds));
    return least;
}

/// The descriptors of the listener, and of the client and server of each pair.
std::vector<struct pollfd> Relay::waits() const {
    std::vector<struct pollfd> all{{has_room() ? listener_.get() : -1, POLLIN, 0}};
    for (const Pair& pair : pairs_) {
        const auto events = [](const Pipe& in, const Pipe& out) {
            return static_cast<short>((in.wants_to_read() ? POLLIN : 0) |
                                      (out.begin < out.end ? POLLOUT : 0));
        };
        all.push_back({pair.client.get(), events(pair.up, pair.down), 0});
        all.push_back({pair.server.get(), events(pair.down, pair.up), 0});
    }
    return all;
}

void Relay::run() {
    rules_.log(remote::text_of(place()) + ": relays to " + remote::text_of(rules_.server));
    for (;;) {
        std::vector<struct pollfd> all = waits();
        const bool is_timed = std::ranges::any_of(pairs_, [&](const Pair& pair) {
            return seconds_left(pair) < std::numeric_limits<double>::max();
        });
        ::poll(all.data(), all.size(), is_timed ? longest_nap_ms : -1);
        auto wait = all.cbegin() + 1;
        std::erase_if(pairs_, [&](Pair& pair) {
            const int client = (wait++)->revents;
            const int server = (wait++)->revents;
            if (((client | server) & POLLERR) != 0) return true;
            return ((client | server) != 0 && !move(pair)) || seconds_left(pair) <= 0;
        });
        if (all[0].revents != 0) accept_some();
    }
}

}  // namespace weft::serve
