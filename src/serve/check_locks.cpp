// SPDX-License-Identifier: BSD-3-Clause
// Locks, and signs of life while they are waited for.
#include <array>
#include <string>

#include "serve/check_rules.hpp"

namespace weft::serve {
namespace {

using remote::FrameKind;

/// Two open files, of which the first has a lock on byte 0; its number.
std::uint64_t lock_first(CheckClient& client, const Bench& bench) {
    client.open(2, bench.path, {.writable = true});
    const auto lock = client.send(FrameKind::lock, remote::OfRange{1, 0, 1});
    demand(client.reply(lock).code == Code::noerr, "a lock that nobody has is not given");
    return lock;
}

bool is_locked(CheckClient& client, std::uint32_t file, std::int64_t offset) {
    const auto answer = client.ask(FrameKind::is_locked, remote::OfRange{file, offset, 1});
    const auto number = remote::decoded<remote::Number>(answer.value);
    demand(answer.code == Code::noerr && number.ok(), "is_locked is not answered with an i64");
    demand(number.value().number == 0 || number.value().number == 1, "neither locked nor not");
    return number.value().number == 1;
}

void excludes(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    const auto lock = lock_first(client, bench);
    demand(is_locked(client, 2, 0), "a lock is not seen by another file");
    demand(!is_locked(client, 2, 5), "a lock is seen where there is none");
    const auto other = client.send(FrameKind::lock, remote::OfRange{2, 0, 1});
    // Its answer would come before this one.
    client.read(1, 0, 1);
    demand(!client.is_answered(other), "two have one lock");
    client.send(FrameKind::unlock, remote::Unlock{lock});
    demand(client.reply(other).code == Code::noerr, "a lock that was given up is not given");
}

void shows_life(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    lock_first(client, bench);
    client.send(FrameKind::lock, remote::OfRange{2, 0, 1});
    // A second of the server's, and one for the way.
    for (int i = 0; i < 2; ++i)
        demand(client.hears_within(2), "nothing comes for two seconds while a lock is waited for");
}

void holds(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.open(2, bench.path, {.writable = true});
    const auto hold = client.send(FrameKind::hold, remote::OfRange{1, 7, 1});
    demand(client.reply(hold).code == Code::noerr, "hold fails");
    client.ask(FrameKind::close, remote::OfFile{1});
    demand(is_locked(client, 2, 7), "a lock that is held does not outlive its file's close");
    client.send(FrameKind::unlock, remote::Unlock{hold});
    demand(!is_locked(client, 2, 7), "a lock outlives its unlock");
}

void ends_with_session(const Bench& bench) {
    CheckClient first = bench.session_with_file();
    lock_first(first, bench);
    CheckClient second = bench.session_with_file();
    demand(is_locked(second, 1, 0), "another session does not see a lock");
    first.put({FrameKind::goodbye, 0, first.received(), {}});
    first.end();
    demand(second.ask(FrameKind::lock, remote::OfRange{1, 0, 1}).code == Code::noerr,
           "a lock is not given though its session has ended");
}

void limits_waits(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    const auto lock = lock_first(client, bench);
    constexpr std::uint32_t most = 64;
    std::vector<std::uint64_t> waits;
    for (std::uint32_t file = 3; file < 3 + most; ++file) {
        client.open(file, bench.path, {.writable = true});
        waits.push_back(client.send(FrameKind::lock, remote::OfRange{file, 0, 1}));
    }
    demand(client.ask(FrameKind::lock, remote::OfRange{2, 0, 1}).code != Code::noerr,
           "more than 64 locks are waited for");
    client.send(FrameKind::unlock, remote::Unlock{lock});
    // Whoever has it gives it to the next one.
    while (!waits.empty()) {
        const auto given = client.first_answered(waits);
        demand(client.reply(given).code == Code::noerr, "a lock that was waited for fails");
        client.send(FrameKind::unlock, remote::Unlock{given});
        std::erase(waits, given);
    }
}

/// A server that has not said that it can is not asked to.
void settles_sizes(const Bench& bench) {
    CheckClient client(bench.server);
    const remote::Welcome welcome = client.begin();
    client.open(1, bench.path, {.writable = true, .create = true});
    client.open(2, bench.path, {.writable = true});
    if ((welcome.features & remote::feature_settle_size) == 0) return;
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
        demand(reply.code == Code::noerr && last.ok(), "settle_size is not answered with an i64");
        demand(last.value().number == (file == 2 ? 1 : 0),
               "settle_size does not tell the last one from others");
        const auto size = client.ask(FrameKind::size, remote::OfFile{1});
        const auto bytes = remote::decoded<remote::Number>(size.value);
        demand(bytes.ok() && bytes.value().number == (file == 2 ? 70 : 0),
               "the size is not what the last one gives the file");
        demand(!is_locked(client, 3 - file, 1000 + file), "settle_size does not give a lock up");
        demand(!is_locked(client, 3 - file, 2000), "settle_size keeps its turn");
    }
}

constexpr Rule lock_table[] = {
    {"Who wants a lock that another file has waits for it", excludes},
    {"A server that has work shows life", shows_life},
    {"A lock that is held outlives its file", holds},
    {"Locks end with their session", ends_with_session},
    {"The last one to settle gives a file its size", settles_sizes},
    {"Too many waits for locks are an answer, and not the end", limits_waits},
};

}  // namespace

std::span<const Rule> lock_rules() {
    return lock_table;
}

}  // namespace weft::serve
