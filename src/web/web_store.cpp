// SPDX-License-Identifier: BSD-3-Clause
#include "web/web_store.hpp"

#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "web/client.hpp"
#include "web/range_plan.hpp"
#include "web/transfer.hpp"
#include "web/web_file.hpp"
#include "web/whole_file.hpp"

namespace weft::web {
namespace {

/// The least length of a head: it costs no more than a single byte does.
constexpr std::int64_t least_head_bytes = 512;

/// Asks for the beginning of the file, and learns of its version.
Result<std::vector<std::byte>> fetch_head(Place& place, std::int64_t wanted_bytes) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::max(wanted_bytes, least_head_bytes)));
    Transfer transfer(place, Asked{.offset = 0, .length = std::ssize(head)}, head);
    const ClientLease client = take_client(place.ways.connections);
    client->add(transfer);
    client->run([&] { return transfer.is_done(); });
    if (!transfer.status().ok()) return transfer.status();
    head.resize(static_cast<std::size_t>(transfer.got()));
    return head;
}

storage::PathFacts facts_of(const Place& place) {
    storage::PathFacts facts;
    facts.exists = facts.is_regular = true;
    facts.device = XXH64(place.origin.data(), place.origin.size(), 0);
    facts.bytes = place.version->bytes;
    facts.coherence = storage::Coherence::coherent;
    facts.coherence_reason = "all ranks read one version of a file on the web";
    facts.file_system = place.is_object ? "s3" : "http";
    return facts;
}

storage::Speed speed_over(double round_trip_seconds, int connections) {
    constexpr double call = 5e-6;
    const Link link{.round_trip_seconds = round_trip_seconds, .connections = connections};
    return {.write_call = call,
            .read_call = call,
            .write_byte = link.byte_seconds,
            .read_byte = link.byte_seconds,
            .new_page = 0,
            .new_island = 0,
            .round_trip = round_trip_seconds,
            .writers = connections,
            .prefers_shapes = true,
            .read_over = longest_gap(link)};
}

/// The end of a file of which all is here.
std::vector<std::byte> tail_of(const std::vector<std::byte>& head, const Place& place,
                               std::int64_t bytes) {
    if (std::ssize(head) < place.version->bytes) return {};
    return {head.end() - std::min(bytes, std::ssize(head)), head.end()};
}

}  // namespace

WebStore::WebStore(Finder find) : ReadOnlyStore(only_read), find_(std::move(find)) {}

Result<storage::Opened> WebStore::open_to_read(const std::string& path,
                                               const storage::Intent& intent) {
    Result<Place> found = find_(path);
    if (!found.ok()) return found.status();
    Place& place = found.value();
    storage::Opened opened;
    auto head = fetch_head(place, intent.head_bytes);
    if (head.code() == Code::enotsupport && place.ways.takes_whole) {
        auto whole = WholeFile::download(place);
        if (!whole.ok()) return whole.status();
        opened.file = std::move(whole).value();
    } else if (!head.ok()) {
        return head.status();
    } else {
        opened.head = head.value();
        opened.tail = tail_of(head.value(), place, intent.tail_bytes);
    }
    if (intent.facts) opened.facts = facts_of(place);
    opened.bytes = place.version->bytes;
    opened.speed = speed_over(place.round_trip_seconds, place.ways.connections);
    if (!opened.file)
        opened.file = std::make_unique<WebFile>(std::move(place), std::move(head).value());
    return opened;
}

Result<storage::PathFacts> WebStore::inspect(const std::string& path) {
    Result<Place> found = find_(path);
    if (!found.ok()) return found.status();
    const auto head = fetch_head(found.value(), 0);
    if (head.code() == Code::enoent) return storage::PathFacts{};
    if (!head.ok()) return head.status();
    return facts_of(found.value());
}

Result<storage::Speed> WebStore::measure(const std::string& path) {
    const Result<Place> found = find_(path);
    if (!found.ok()) return found.status();
    return speed_over(0, found.value().ways.connections);
}

}  // namespace weft::web
