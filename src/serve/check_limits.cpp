// SPDX-License-Identifier: BSD-3-Clause
// How much a session may have, and how long is waited for a client.
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "serve/check_rules.hpp"

namespace weft::serve {
namespace {

using remote::encoded;
using remote::FrameKind;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
/// Without a byte so long, none is to come.
constexpr double quiet_seconds = 1;

void pause(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

void keeps_sessions(const Bench& bench) {
    CheckClient early = bench.session_with_file();
    CheckClient late = bench.session();
    early.cut();
    late.cut();
    pause(0.8 * bench.server.kept_seconds);
    try {
        early.begin();
    } catch (const Deviation& deviation) {
        throw Deviation{"a session is gone too early: " + deviation.what};
    }
    demand(early.ask(FrameKind::size, remote::OfFile{1}).code == Code::noerr,
           "an open file is not the same after a cut");
    early.put({FrameKind::goodbye, 0, early.received(), {}});
    pause(0.2 * bench.server.kept_seconds + 1);
    try {
        late.begin();
        late.put({FrameKind::goodbye, 0, late.received(), {}});
    } catch (const Deviation&) {
        // Refused, or not even let in: both are right.
    }
    demand(!late.was_welcomed(), "a session is kept for longer than it should be");
}

/// Over TCP.
void waits_for_greetings(const Bench& bench) {
    if (bench.server.greeting_seconds == 0) return;
    CheckClient slow(bench.server);
    slow.connect();
    pause(bench.server.greeting_seconds / 2);
    try {
        slow.greet();
    } catch (const Deviation& deviation) {
        throw Deviation{"a greeting is not waited for: " + deviation.what};
    }
    CheckClient silent(bench.server);
    silent.connect();
    demand(silent.ends_within(bench.server.greeting_seconds + 2),
           "a connection without a greeting is not closed in time");
}

/// Each of 64 files locks bytes of its own, one after the other.
void limits_locks(const Bench& bench) {
    CheckClient client = bench.session_with_file();
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
            demand(client.reply(lock).code == Code::noerr, "65,536 locks are too many");
            last = lock;
        }
    }
    demand(client.ask(FrameKind::lock, remote::OfRange{1, 0, 1}).code != Code::noerr,
           "one session has more than 65,536 locks");
    client.send(FrameKind::unlock, remote::Unlock{last});
    demand(client.ask(FrameKind::lock, remote::OfRange{1, 0, 1}).code == Code::noerr,
           "a lock is not given in place of one that was given up");
}

/// What is read without being acknowledged stops the server; then requests wait with it, and
/// those behind them with the network. What has come with the last of them may be kept, too.
void limits_what_is_under_way(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.ask(FrameKind::resize, remote::OfNumber{1, mebibyte});
    client.stop_acknowledging();
    const std::size_t before = client.received_bytes();
    for (int i = 0; i < 40; ++i) client.send(FrameKind::read, remote::OfRange{1, 0, mebibyte});
    const std::uint64_t reads = client.last_sent();
    while (client.hears_data_within(quiet_seconds)) continue;
    demand(client.received_bytes() - before <= 32 * mebibyte,
           "more than 32 MiB of answers come without being acknowledged");
    demand(client.received_bytes() - before >= 30 * mebibyte,
           "less than 32 MiB of answers may be under way");
    const std::string bytes(mebibyte, 'w');
    const auto write = encoded(remote::WriteBytes{1, 0, {std::as_bytes(std::span(bytes))}});
    for (int i = 0; i < 64; ++i) {
        if (!client.sends_within(quiet_seconds, FrameKind::write, write)) break;
    }
    client.cut();
    const std::uint64_t taken = client.begin().received;
    demand(taken >= reads, "requests were not taken that could wait");
    demand(taken - reads <= 18, "more than 16 MiB of requests wait");
    client.put({FrameKind::goodbye, 0, client.received(), {}});
}

void takes_early_frames(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    const auto first = client.skip_number(FrameKind::write);
    const std::string bytes(mebibyte, 'e');
    for (int i = 0; i < 127; ++i) client.write(1, 0, bytes);
    const auto letter = std::as_bytes(std::span(bytes).first(1));
    client.put({FrameKind::write, first, client.received(),
                encoded(remote::WriteBytes{1, mebibyte, {letter}})});
    demand(client.read(1, mebibyte - 1, 2) == "ee", "frames that came before their turn are lost");
}

constexpr Rule limit_table[] = {
    {"A session without a connection is kept for 30 seconds", keeps_sessions},
    {"A connection over TCP is closed when five seconds bring no greeting", waits_for_greetings},
    {"65,536 locks can be held, and more are an answer", limits_locks},
    {"16 MiB of requests wait, and 32 MiB of answers", limits_what_is_under_way},
    {"127 MiB of frames may come before their turn", takes_early_frames},
};

}  // namespace

std::span<const Rule> limit_rules() {
    return limit_table;
}

}  // namespace weft::serve
