// SPDX-License-Identifier: BSD-3-Clause
// What a session may have at most, and how long the server waits for a client.
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::encoded;
using remote::FrameKind;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
/// The time without a byte after which no more are expected.
constexpr double quiet_seconds = 1;

void pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

void keeps_sessions(const Bench& bench) {
    Client early = bench.session_with_file();
    Client late = bench.session();
    early.cut();
    late.cut();
    pause(0.8 * bench.server.kept_seconds);
    try {
        early.begin();
    } catch (const Deviation& deviation) {
        throw Deviation{"a session is gone too early: " + deviation.what};
    }
    demand(early.ask(FrameKind::size, remote::OfFile{1}).code == Code::noerr,
           "an open file is lost when the client reconnects");
    early.put({FrameKind::goodbye, 0, early.received(), {}});
    pause(0.2 * bench.server.kept_seconds + 3);
    try {
        late.begin();
        late.put({FrameKind::goodbye, 0, late.received(), {}});
    } catch (const Deviation&) {
        // The server may refuse, or close the connection before that.
    }
    demand(!late.was_welcomed(), "a session is kept for too long");
}

void waits_for_greetings(const Bench& bench) {
    if (bench.server.greeting_seconds == 0) throw NotTried{"the connections are not TCP"};
    Client slow(bench.server);
    slow.connect();
    pause(bench.server.greeting_seconds / 2);
    try {
        slow.greet();
    } catch (const Deviation& deviation) {
        throw Deviation{"the server does not wait for a greeting: " + deviation.what};
    }
    Client silent(bench.server);
    silent.connect();
    demand(silent.ends_within(bench.server.greeting_seconds + bench.server.timeout_seconds),
           "a connection without a greeting is not closed in time");
}

/// Locks bytes through 64 files, one byte after the other in each.
void limits_locks(const Bench& bench) {
    Client client = bench.session_with_file();
    constexpr std::uint32_t files = 64;
    const auto each = static_cast<std::int64_t>(bench.server.most_locks / files);
    for (std::uint32_t file = 2; file <= files; ++file)
        client.open(file, bench.path, {.writable = true});
    std::uint64_t last = 0;
    for (std::int64_t i = 0; i < each; ++i) {
        std::vector<std::uint64_t> locks;
        for (std::uint32_t file = 1; file <= files; ++file)
            locks.push_back(
                client.send(FrameKind::lock, remote::OfRange{file, file * each + i, 1}));
        for (const std::uint64_t lock : locks) {
            demand(client.reply(lock).code == Code::noerr, "a session cannot hold 65,536 locks");
            last = lock;
        }
    }
    demand(client.ask(FrameKind::lock, remote::OfRange{1, 0, 1}).code != Code::noerr,
           "one session has more than 65,536 locks");
    client.send(FrameKind::unlock, remote::Unlock{last});
    demand(client.ask(FrameKind::lock, remote::OfRange{1, 0, 1}).code == Code::noerr,
           "no lock is granted after one was released");
}

/// Unacknowledged answers stop the server; then requests wait in the server, and those behind them
/// in the network. The server may also keep what came together with the last request.
void limits_what_is_under_way(const Bench& bench) {
    Client client = bench.session_with_file();
    client.ask(FrameKind::resize, remote::OfNumber{1, mebibyte});
    client.stop_acknowledging();
    const std::size_t before = client.received_bytes();
    for (int i = 0; i < 40; ++i) client.send(FrameKind::read, remote::OfRange{1, 0, mebibyte});
    const std::uint64_t reads = client.last_sent();
    while (client.hears_data_within(quiet_seconds)) continue;
    demand(client.received_bytes() - before <= 32 * mebibyte,
           "more than 32 MiB of answers come without an acknowledgement");
    demand(client.received_bytes() - before >= 30 * mebibyte,
           "the server stops before 32 MiB of answers are unacknowledged");
    const std::string bytes(mebibyte, 'w');
    const auto write = encoded(remote::WriteBytes{1, 0, {std::as_bytes(std::span(bytes))}});
    for (int i = 0; i < 64; ++i) {
        if (!client.sends_within(quiet_seconds, FrameKind::write, write)) break;
    }
    client.cut();
    const std::uint64_t taken = client.begin().received;
    demand(taken >= reads, "the server does not accept requests that could wait");
    demand(taken - reads <= 18, "more than 16 MiB of requests wait");
    client.put({FrameKind::goodbye, 0, client.received(), {}});
}

void takes_early_frames(const Bench& bench) {
    Client client = bench.session_with_file();
    const auto first = client.skip_number(FrameKind::write);
    const std::string bytes(mebibyte, 'e');
    for (int i = 0; i < 127; ++i) client.write(1, 0, bytes);
    const auto letter = std::as_bytes(std::span(bytes).first(1));
    client.put({FrameKind::write, first, client.received(),
                encoded(remote::WriteBytes{1, mebibyte, {letter}})});
    demand(client.read(1, mebibyte - 1, 2) == "ee", "frames that came out of order are lost");
}

constexpr Rule limit_table[] = {
    {"A session without a connection is kept for 30 seconds", keeps_sessions},
    {"A connection over TCP is closed after five seconds without a greeting", waits_for_greetings},
    {"65,536 locks can be held, and one more is an error", limits_locks},
    {"16 MiB of requests wait, and 32 MiB of answers", limits_what_is_under_way},
    {"127 MiB of frames may come out of order", takes_early_frames},
};

}  // namespace

std::span<const Rule> limit_rules() {
    return limit_table;
}

}  // namespace weft::protocol
