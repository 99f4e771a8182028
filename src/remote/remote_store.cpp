// SPDX-License-Identifier: BSD-3-Clause
#include "remote/remote_store.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "remote/remote_file.hpp"
#include "storage/file_system.hpp"
#include "storage/manifest_path.hpp"
#include "storage/path_prefix.hpp"

namespace weft::remote {
namespace {

using storage::Coherence;
using storage::PathFacts;
using storage::Speed;

/// `path`: the whole name. A session that is over is a failure of the call, with the code of its
/// kind.
Status in_terms_of_names(const std::string& path, const Destination& place, const Status& status) {
    const Code code = status.code() == Code::eio ? Code::efile : status.code();
    return failure_of(path, place, {code, status.context()});
}

const char* reason_of(const std::string& file_system) {
    for (const storage::FileSystem& known : storage::known_file_systems()) {
        if (known.name == file_system) return known.reason;
    }
    return "the server does not know the type of its file system";
}

/// The facts for the engine: a file system of the server is different from all local ones.
PathFacts seen_from_here(const FactsOfPath& told, const ClientSession& session) {
    PathFacts facts = told.facts;
    facts.coherence = told.coherence <= static_cast<std::uint8_t>(Coherence::unknown)
                          ? static_cast<Coherence>(told.coherence)
                          : Coherence::unknown;
    facts.coherence_reason = reason_of(facts.file_system);
    const std::string place = session.destination().name() + "#" + std::to_string(facts.device);
    facts.device = hash_of(std::as_bytes(std::span(place)));
    return facts;
}

/// Whether there may be a file, by the answer to an inquiry about its path.
bool may_be_there(const Result<Answered>& answered) {
    if (!answered.ok()) return answered.code() != Code::enoent && answered.code() != Code::eaccess;
    const auto told = decoded<FactsOfPath>(answered.value().value);
    return !told.ok() || told.value().facts.exists;
}

/// Assumptions about the link, as nothing was measured: the engine corrects them.
Speed speed_over(ClientSession& session) {
    constexpr double far_away = 1e-3;
    const double round_trip = session.round_trip_seconds();
    const double byte = round_trip < far_away ? 1e-9 : 8e-9;
    return {.write_call = 5e-6,
            .read_call = 5e-6,
            .write_byte = byte,
            .read_byte = byte,
            .new_page = 0,
            .new_island = 0,
            .round_trip = round_trip,
            .writers = 8,
            .prefers_shapes = true};
}

}  // namespace

Result<RemoteStore::RemotePath> RemoteStore::resolve(const std::string& path) {
    auto name = parse_name(path);
    if (!name.ok()) return name.status();
    const auto session = sessions_.with(name.value().destination);
    if (!session.ok()) return in_terms_of_names(path, name.value().destination, session.status());
    return RemotePath{std::move(name).value(), session.value()};
}

Result<Answered> RemoteStore::ask(FrameKind kind, const std::string& path) {
    const auto resolved = resolve(path);
    if (!resolved.ok()) return resolved.status();
    const auto& [name, session] = resolved.value();
    auto answered = session->ask(kind, encoded(OfPath{name.path}));
    if (!answered.ok()) return in_terms_of_names(path, name.destination, answered.status());
    return answered;
}

Result<storage::Opened> RemoteStore::open(const std::string& path, const storage::Intent& intent) {
    const auto resolved = resolve(path);
    if (!resolved.ok()) return resolved.status();
    const auto& [name, session] = resolved.value();
    const std::uint32_t number = session->new_file();
    // The two requests take one round trip.
    std::optional<std::uint64_t> about_stage;
    if (intent.facts)
        about_stage = session->begin_asking(FrameKind::inspect,
                                            encoded(OfPath{storage::manifest_path(name.path)}), {});
    const auto answered =
        session->ask(FrameKind::open, encoded(OpenRequest{number, intent, name.path}));
    const bool has_stage = about_stage && may_be_there(session->finish_asking(*about_stage));
    if (!answered.ok()) return in_terms_of_names(path, name.destination, answered.status());
    auto told = decoded<OpenedFile>(answered.value().value);
    if (!told.ok()) return Status(Code::efile, path + ": " + told.status().context());
    storage::Opened opened;
    opened.file = std::make_unique<RemoteFile>(session, path, number, told.value().identity);
    if (told.value().has_facts) opened.facts = seen_from_here(told.value().facts, *session);
    opened.speed = speed_over(*session);
    opened.bytes = told.value().bytes;
    opened.has_stage = has_stage;
    opened.head = std::move(told.value().head);
    opened.tail = std::move(told.value().tail);
    if (const auto ticket = session->ticket()) opened.ticket = encoded(*ticket);
    return opened;
}

void RemoteStore::will_open(const std::string& path, const storage::Prospect& prospect) {
    const auto name = parse_name(path);
    if (name.ok()) sessions_.expect(name.value().destination, prospect);
}

Status RemoteStore::remove(const std::string& path) {
    return ask(FrameKind::remove, path).status();
}

Status RemoteStore::rename(const std::string& from, const std::string& to) {
    const auto new_name = parse_name(to);
    if (!new_name.ok()) return new_name.status();
    const auto old_name = parse_name(from);
    if (!old_name.ok()) return old_name.status();
    if (old_name.value().destination != new_name.value().destination)
        return {Code::efile,
                "\"" + from + "\" cannot be renamed to another machine's \"" + to + "\""};
    const auto resolved = resolve(from);
    if (!resolved.ok()) return resolved.status();
    const auto& [name, session] = resolved.value();
    return in_terms_of_names(
        from, name.destination,
        session->ask(FrameKind::rename, encoded(Rename{name.path, new_name.value().path}))
            .status());
}

Status RemoteStore::sync_directory_of(const std::string& path) {
    return ask(FrameKind::sync_directory, path).status();
}

Result<PathFacts> RemoteStore::inspect(const std::string& path) {
    const auto resolved = resolve(path);
    if (!resolved.ok()) return resolved.status();
    const auto answered = ask(FrameKind::inspect, path);
    if (!answered.ok()) return answered.status();
    const auto told = decoded<FactsOfPath>(answered.value().value);
    if (!told.ok()) return Status(Code::efile, path + ": " + told.status().context());
    return seen_from_here(told.value(), *resolved.value().session);
}

Result<Speed> RemoteStore::measure(const std::string& path) {
    const auto resolved = resolve(path);
    if (!resolved.ok()) return resolved.status();
    return speed_over(*resolved.value().session);
}

}  // namespace weft::remote
