// SPDX-License-Identifier: BSD-3-Clause
// Opening, and requests about paths.
#include <string>

#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::FrameKind;

remote::OpenedFile opened_in(const Client::Reply& reply) {
    auto opened = remote::decoded<remote::OpenedFile>(reply.value);
    demand(reply.code == Code::noerr && opened.ok(),
           "the answer to open does not have the fields of opened");
    return std::move(opened).value();
}

void expect_code(const Client::Reply& reply, Code code, const std::string& what) {
    demand(reply.code == code, what + ": the code is " +
                                   std::to_string(static_cast<int>(reply.code)) + ", not " +
                                   std::to_string(static_cast<int>(code)));
}

void tells_codes(const Bench& bench) {
    Client client = bench.session();
    expect_code(client.ask(FrameKind::open, remote::OpenRequest{1, {}, bench.path}), Code::enoent,
                "opening a missing file");
    const storage::Intent exclusive{.writable = true, .create = true, .exclusive = true};
    client.open(1, bench.path, exclusive);
    expect_code(client.ask(FrameKind::open, remote::OpenRequest{2, exclusive, bench.path}),
                Code::eexist, "creating an existing file exclusively");
    expect_code(client.ask(FrameKind::rename, remote::Rename{bench.path + ".no", bench.path}),
                Code::enoent, "renaming a missing file");
    client.open(2, bench.path, {});
}

void tells_of_opened_files(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "abcdefghij");
    const auto opened = opened_in(client.ask(
        FrameKind::open,
        remote::OpenRequest{2, {.facts = true, .head_bytes = 4, .tail_bytes = 3}, bench.path}));
    demand(opened.bytes == 10, "opened has a wrong size");
    demand(remote::hash_of(opened.head) == remote::hash_of(std::as_bytes(std::span("abcd", 4))),
           "head is not the beginning of the file");
    demand(remote::hash_of(opened.tail) == remote::hash_of(std::as_bytes(std::span("hij", 3))),
           "tail is not the end of the file");
    demand(opened.has_facts && opened.facts.facts.exists && opened.facts.facts.is_regular &&
               opened.facts.coherence <= 3,
           "requested facts are missing or impossible");
    const auto again =
        opened_in(client.ask(FrameKind::open, remote::OpenRequest{3, {}, bench.path}));
    demand(again.identity == opened.identity, "one file has two identities");
    demand(!again.has_facts && again.head.empty() && again.tail.empty(),
           "opened has facts, head or tail that were not requested");
}

void limits_head_and_tail(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, std::string(std::size_t{600} << 10, 'a'));
    const std::int64_t wanted = std::int64_t{1} << 40;
    const auto opened = opened_in(client.ask(
        FrameKind::open,
        remote::OpenRequest{2, {.head_bytes = wanted, .tail_bytes = wanted}, bench.path}));
    constexpr std::size_t most = std::size_t{256} << 10;
    demand(opened.head.size() == most && opened.tail.size() == most,
           "head and tail are not 256 KiB when more is requested");
}

void truncates(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "abc");
    client.open(2, bench.path, {.writable = true, .truncate = true});
    demand(client.read(2, 0, 3).empty(), "a truncated file has bytes");
}

void renames_and_removes(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "abc");
    const std::string other = bench.path + ".b";
    demand(client.ask(FrameKind::rename, remote::Rename{bench.path, other}).code == Code::noerr,
           "rename fails");
    demand(client.read(1, 0, 3) == "abc", "an open file is lost when it is renamed");
    const auto inspect = [&](const std::string& path) {
        const auto answer = client.ask(FrameKind::inspect, remote::OfPath{path});
        auto facts = remote::decoded<remote::FactsOfPath>(answer.value);
        demand(answer.code == Code::noerr && facts.ok(),
               "the answer to inspect does not have the fields of facts");
        return std::move(facts).value().facts;
    };
    demand(!inspect(bench.path).exists && inspect(other).exists && inspect(other).bytes == 3,
           "inspect does not find the new name");
    const auto synced = client.ask(FrameKind::sync_directory, remote::OfPath{other});
    demand(synced.code == Code::noerr || synced.code == Code::enotsupport, "sync_directory fails");
    demand(client.ask(FrameKind::remove, remote::OfPath{other}).code == Code::noerr,
           "remove fails");
    demand(!inspect(other).exists, "a removed file still exists");
}

void measures(const Bench& bench) {
    Client client = bench.session_with_file();
    const auto answer = client.ask(FrameKind::measure, remote::OfPath{bench.path});
    if (answer.code != Code::noerr) return;
    const auto speed = remote::decoded<remote::SpeedThere>(answer.value);
    demand(speed.ok(), "the answer to measure does not have the fields of speed");
    demand(speed.value().speed.write_call >= 0 && speed.value().speed.read_byte >= 0,
           "a speed is negative");
}

/// A machine with fewer descriptors must report the error earlier, and go on.
void limits_files(const Bench& bench) {
    Client client = bench.session_with_file();
    constexpr std::uint32_t most = 4096;
    std::vector<std::uint64_t> requests;
    for (std::uint32_t file = 2; file <= most + 1; ++file)
        requests.push_back(client.send(FrameKind::open, remote::OpenRequest{file, {}, bench.path}));
    Code last = Code::noerr;
    for (const std::uint64_t request : requests) last = client.reply(request).code;
    demand(last != Code::noerr, "one session has more than 4096 open files");
    client.ask(FrameKind::close, remote::OfFile{2});
    client.open(2, bench.path, {});
}

constexpr Rule name_table[] = {
    {"Missing and existing files have their codes", tells_codes},
    {"Opening tells size, facts, head, tail and one identity", tells_of_opened_files},
    {"Head and tail end at their limits", limits_head_and_tail},
    {"Opening can truncate a file", truncates},
    {"Files are renamed, inspected and removed", renames_and_removes},
    {"Speed has its fields", measures},
    {"Too many open files are an error, and the session goes on", limits_files},
};

}  // namespace

std::span<const Rule> name_rules() {
    return name_table;
}

}  // namespace weft::protocol
