// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/kept_records.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace weft::hdf5 {
namespace {

Status no_record() {
    return {Code::efile, "values that a program has put are beside the file, but damaged"};
}

/// Reads values of one type from the front of bytes, as long as there are any.
template <class One>
std::optional<One> take(std::span<const std::byte>& bytes) {
    if (bytes.size() < sizeof(One)) return std::nullopt;
    One one;
    std::memcpy(&one, bytes.data(), sizeof one);
    bytes = bytes.subspan(sizeof one);
    return one;
}

}  // namespace

std::uint32_t checksum_of_place(std::span<const std::byte> stored) {
    const auto sum = static_cast<std::uint32_t>(XXH3_64bits(stored.data(), stored.size()));
    return sum != 0 ? sum : 1;
}

Status KeptState::add(std::span<const std::byte> head, Source source,
                      const std::function<Result<std::vector<std::byte>>()>& data) {
    const std::optional<KeptHead> its = take<KeptHead>(head);
    if (!its || !head.empty() || its->kind > KeptKind::lengths || its->variable < 0 ||
        its->number < 0)
        return no_record();
    if (its->kind == KeptKind::places || its->kind == KeptKind::lengths) {
        const Result<std::vector<std::byte>> bytes = data();
        if (!bytes.ok()) return bytes.status();
        return its->kind == KeptKind::places ? add_places(bytes.value())
                                             : add_lengths(bytes.value());
    }
    const Record record{its->put, its->rank, its->order, source};
    Records& all = records_[{its->variable, its->number}];
    if (its->kind == KeptKind::changes)
        all.changes.push_back(record);
    else if (!all.whole || *all.whole < record)
        all.whole = record;
    return {};
}

/// Of places of one put, which a rank that failed may have had, the last one counts.
Status KeptState::add_places(std::span<const std::byte> data) {
    while (!data.empty()) {
        const std::optional<KeptPlace> place = take<KeptPlace>(data);
        const bool is_good = place && place->variable >= 0 && place->number >= 0 &&
                             place->address > 0 && place->room >= place->bytes;
        if (!is_good) return no_record();
        const auto [known, is_new] =
            places_.try_emplace(Name{place->variable, place->number}, *place);
        if (!is_new && known->second.put <= place->put) known->second = *place;
    }
    return {};
}

Status KeptState::add_lengths(std::span<const std::byte> data) {
    for (std::size_t i = 0; !data.empty(); ++i) {
        const std::optional<std::int64_t> length = take<std::int64_t>(data);
        if (!length) return no_record();
        if (i == lengths_.size()) lengths_.push_back(0);
        lengths_[i] = std::max(lengths_[i], *length);
    }
    return {};
}

std::map<KeptState::Name, KeptState::Chunk> KeptState::chunks() const {
    std::map<Name, Chunk> chunks;
    for (const auto& [name, records] : records_) {
        const auto place = places_.find(name);
        const auto placed = place == places_.end() ? std::optional<std::uint32_t>()
                                                   : std::optional(place->second.put);
        Chunk chunk;
        std::optional<std::uint32_t> base = placed;
        if (records.whole && (!placed || records.whole->put > *placed)) {
            chunk.whole = records.whole->source;
            base = records.whole->put;
        }
        std::vector<Record> later;
        for (const Record& one : records.changes)
            if (!base || one.put > *base) later.push_back(one);
        std::ranges::sort(later);
        for (const Record& one : later) chunk.changes.push_back(one.source);
        if (chunk.whole || !chunk.changes.empty()) chunks.emplace(name, std::move(chunk));
    }
    return chunks;
}

}  // namespace weft::hdf5
