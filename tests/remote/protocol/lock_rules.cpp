// SPDX-License-Identifier: BSD-3-Clause
// Locks, and signs of life while requests wait for them.
#include <array>
#include <string>

#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::FrameKind;

/// Opens the files 1 and 2, and locks byte 0 through the first; returns the number of the request.
std::uint64_t lock_first(Client& client, const Bench& bench) {
    client.open(2, bench.path, {.writable = true});
    const auto lock = client.send(FrameKind::lock, remote::OfRange{1, 0, 1});
    demand(client.reply(lock).code == Code::noerr, "a free lock is not granted");
    return lock;
}

bool is_locked(Client& client, std::uint32_t file, std::int64_t offset) {
    const auto answer = client.ask(FrameKind::is_locked, remote::OfRange{file, offset, 1});
    const auto number = remote::decoded<remote::Number>(answer.value);
    demand(answer.code == Code::noerr && number.ok(), "the answer to is_locked is not an i64");
    demand(number.value().number == 0 || number.value().number == 1,
           "is_locked answers neither 0 nor 1");
    return number.value().number == 1;
}

void excludes(const Bench& bench) {
    Client client = bench.session_with_file();
    const auto lock = lock_first(client, bench);
    demand(is_locked(client, 2, 0), "a lock is not seen by another file");
    demand(!is_locked(client, 2, 5), "a lock is seen where there is none");
    const auto other = client.send(FrameKind::lock, remote::OfRange{2, 0, 1});
    // The answer to a granted lock would come before this one.
    client.read(1, 0, 1);
    demand(!client.is_answered(other), "two files hold the same lock");
    client.send(FrameKind::unlock, remote::Unlock{lock});
    demand(client.reply(other).code == Code::noerr, "a released lock is not granted");
}

void shows_life(const Bench& bench) {
    Client client = bench.session_with_file();
    lock_first(client, bench);
    client.send(FrameKind::lock, remote::OfRange{2, 0, 1});
    for (int i = 0; i < 2; ++i)
        demand(client.hears_within(bench.server.timeout_seconds),
               "the server is silent while a lock request waits");
}

void holds(const Bench& bench) {
    Client client = bench.session_with_file();
    client.open(2, bench.path, {.writable = true});
    const auto hold = client.send(FrameKind::hold, remote::OfRange{1, 7, 1});
    demand(client.reply(hold).code == Code::noerr, "hold fails");
    client.ask(FrameKind::close, remote::OfFile{1});
    demand(is_locked(client, 2, 7), "a held lock ends when its file is closed");
    client.send(FrameKind::unlock, remote::Unlock{hold});
    demand(!is_locked(client, 2, 7), "a lock outlives its unlock");
}

void ends_with_session(const Bench& bench) {
    Client first = bench.session_with_file();
    lock_first(first, bench);
    Client second = bench.session_with_file();
    demand(is_locked(second, 1, 0), "another session does not see a lock");
    first.put({FrameKind::goodbye, 0, first.received(), {}});
    first.end();
    demand(second.ask(FrameKind::lock, remote::OfRange{1, 0, 1}).code == Code::noerr,
           "a lock is not free after its session has ended");
}

void limits_waits(const Bench& bench) {
    Client client = bench.session_with_file();
    const auto lock = lock_first(client, bench);
    constexpr std::uint32_t most = 64;
    std::vector<std::uint64_t> waits;
    for (std::uint32_t file = 3; file < 3 + most; ++file) {
        client.open(file, bench.path, {.writable = true});
        waits.push_back(client.send(FrameKind::lock, remote::OfRange{file, 0, 1}));
    }
    demand(client.ask(FrameKind::lock, remote::OfRange{2, 0, 1}).code != Code::noerr,
           "more than 64 lock requests wait");
    client.send(FrameKind::unlock, remote::Unlock{lock});
    // Each holder passes the lock on to the next.
    while (!waits.empty()) {
        const auto given = client.first_answered(waits);
        demand(client.reply(given).code == Code::noerr, "a lock request that waited fails");
        client.send(FrameKind::unlock, remote::Unlock{given});
        std::erase(waits, given);
    }
}

void settles_sizes(const Bench& bench) {
    Client client(bench.server);
    const remote::Welcome welcome = client.begin();
    if ((welcome.features & remote::feature_settle_size) == 0)
        throw NotTried{"the server does not name the feature settle_size"};
    client.open(1, bench.path, {.writable = true, .create = true});
    client.open(2, bench.path, {.writable = true});
    std::array<std::uint64_t, 3> holds{};
    for (const std::uint32_t file : {1, 2}) {
        holds[file] = client.send(FrameKind::hold, remote::OfRange{file, 1000 + file, 1});
        demand(client.reply(holds[file]).code == Code::noerr, "hold fails");
    }
    for (const std::uint32_t file : {1, 2}) {
        const auto reply = client.ask(FrameKind::settle_size,
                                      remote::SettleSize{.file = file,
                                                         .lock = holds[file],
                                                         .turn = {.offset = 2000, .length = 1},
                                                         .others = {.offset = 1000, .length = 100},
                                                         .size = {.empty = {.bytes = 70}}});
        const auto last = remote::decoded<remote::Number>(reply.value);
        demand(reply.code == Code::noerr && last.ok(), "the answer to settle_size is not an i64");
        demand(last.value().number == (file == 2 ? 1 : 0),
               "settle_size does not recognise the last client");
        const auto size = client.ask(FrameKind::size, remote::OfFile{1});
        const auto bytes = remote::decoded<remote::Number>(size.value);
        demand(bytes.ok() && bytes.value().number == (file == 2 ? 70 : 0),
               "the last settle_size does not set the size");
        demand(!is_locked(client, 3 - file, 1000 + file), "settle_size does not release its lock");
        demand(!is_locked(client, 3 - file, 2000), "settle_size keeps the lock of its turn");
    }
}

constexpr Rule lock_table[] = {
    {"A lock request waits for another file's lock", excludes},
    {"A busy server sends signs of life", shows_life},
    {"A held lock outlives its file", holds},
    {"Locks end with their session", ends_with_session},
    {"The last client to settle sets the file's size", settles_sizes},
    {"Too many waiting lock requests are an error, and the session goes on", limits_waits},
};

}  // namespace

std::span<const Rule> lock_rules() {
    return lock_table;
}

}  // namespace weft::protocol
