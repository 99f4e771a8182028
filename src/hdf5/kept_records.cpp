// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/kept_records.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weft::hdf5 {
namespace {

/// So many bytes are compared at a time, because most of a chunk is unchanged.
constexpr std::size_t at_once = 256;

struct Run {
    std::int64_t offset = 0;
    std::int64_t length = 0;
};

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

std::vector<region::Interval> differences(std::span<const std::byte> old,
                                          std::span<const std::byte> now, std::size_t unit) {
    std::vector<region::Interval> runs;
    const auto compare = [&](std::size_t from, std::size_t to, std::size_t step, const auto& use) {
        for (std::size_t begin = from; begin < to; begin += step) {
            const std::size_t end = std::min(begin + step, to);
            if (std::memcmp(&old[begin], &now[begin], end - begin) != 0) use(begin, end);
        }
    };
    const auto add = [&](std::size_t begin, std::size_t end) {
        const region::Interval run{static_cast<std::int64_t>(begin),
                                   static_cast<std::int64_t>(end)};
        if (!runs.empty() && runs.back().end == run.begin)
            runs.back().end = run.end;
        else
            runs.push_back(run);
    };
    compare(0, now.size(), at_once,
            [&](std::size_t begin, std::size_t end) { compare(begin, end, unit, add); });
    return runs;
}

std::vector<std::byte> encoded_changes(std::span<const region::Interval> runs,
                                       std::span<const std::byte> chunk) {
    std::vector<std::byte> data;
    for (const region::Interval& one : runs) {
        const Run run{one.begin, one.length()};
        const auto head = std::as_bytes(std::span(&run, 1));
        data.insert(data.end(), head.begin(), head.end());
        const auto bytes = chunk.subspan(static_cast<std::size_t>(run.offset),
                                         static_cast<std::size_t>(run.length));
        data.insert(data.end(), bytes.begin(), bytes.end());
    }
    return data;
}

Status apply_changes(std::span<const std::byte> data, std::span<std::byte> chunk) {
    while (!data.empty()) {
        const std::optional<Run> run = take<Run>(data);
        const bool fits = run && run->offset >= 0 && run->length >= 0 &&
                          run->length <= std::ssize(data) && run->offset <= std::ssize(chunk) &&
                          run->length <= std::ssize(chunk) - run->offset;
        if (!fits) return no_record();
        const auto length = static_cast<std::size_t>(run->length);
        std::ranges::copy(data.first(length), chunk.begin() + run->offset);
        data = data.subspan(length);
    }
    return {};
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
