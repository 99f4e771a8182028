// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

namespace weft::engine::twophase {
namespace {

constexpr std::int64_t unknown = 0;  // no pattern's number
constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

std::int64_t nanoseconds(double seconds) {
    return std::llround(seconds * 1e9);
}

double seconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-9;
}

bool are_alike(const Summary& a, const Summary& b) {
    return a.bytes == b.bytes && a.runs == b.runs && a.end - a.begin == b.end - b.begin &&
           a.fingerprint == b.fingerprint && a.in_order == b.in_order;
}

/// How far all ranks have moved; nothing when they are not alike, or not by the same distance.
std::optional<std::int64_t> distance(const std::vector<Summary>& from,
                                     const std::vector<Summary>& to) {
    std::optional<std::int64_t> common;
    for (std::size_t rank = 0; rank < from.size(); ++rank) {
        if (!are_alike(from[rank], to[rank])) return std::nullopt;
        if (from[rank].bytes == 0) continue;
        const std::int64_t moved = to[rank].begin - from[rank].begin;
        if (common.value_or(moved) != moved) return std::nullopt;
        common = moved;
    }
    return common.value_or(0);
}

void move(std::vector<Summary>& ranks, std::int64_t distance) {
    for (Summary& rank : ranks) {
        if (rank.bytes == 0) continue;
        rank.begin += distance;
        rank.end += distance;
    }
}

std::vector<Summary> gather(mpi::CommView comm, const Summary& mine) {
    const std::vector<std::byte> bytes = comm.all_gather(std::as_bytes(std::span(&mine, 1)));
    std::vector<Summary> ranks(static_cast<std::size_t>(comm.size()));
    std::memcpy(ranks.data(), bytes.data(), bytes.size());
    return ranks;
}

}  // namespace

/// The last pattern in which this rank did the same.
const Pattern* Calls::likely(std::size_t rank, const Summary& mine) const {
    const auto found = std::ranges::find_if(
        patterns_, [&](const Pattern& pattern) { return are_alike(pattern.ranks[rank], mine); });
    return found == patterns_.end() ? nullptr : &*found;
}

Calls::Call Calls::begin(mpi::CommView comm, const Summary& mine) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const Pattern* const guess = likely(rank, mine);
    const std::int64_t number = guess == nullptr ? unknown : guess->number;
    const bool moves = guess != nullptr && mine.bytes > 0;
    const std::int64_t moved = moves ? mine.begin - guess->ranks[rank].begin : 0;
    // The least of each and of its opposite: all ranks say the same when both are one value's.
    const std::int64_t arrived = nanoseconds(mine.arrived);
    std::array facts = {number,  -number, moves ? moved : any, moves ? -moved : any, -mine.maximum,
                        arrived, -arrived};
    comm.all_reduce_min(facts);
    Call call{.pattern = nullptr,
              .maximum = -facts[4],
              .first_arrived = seconds(facts[5]),
              .last_arrived = seconds(-facts[6])};
    const bool known = facts[0] == -facts[1] && facts[0] != unknown;
    const bool together = facts[2] == -facts[3] || facts[2] == any;
    if (known && together) {
        call.pattern = &refresh(facts[0]);
        if (facts[2] != any) move(call.pattern->ranks, facts[2]);
    } else {
        call.pattern = &remember(gather(comm, mine));
    }
    return call;
}

Pattern& Calls::refresh(std::int64_t number) {
    const auto found = std::ranges::find(patterns_, number, &Pattern::number);
    patterns_.splice(patterns_.begin(), patterns_, found);
    return patterns_.front();
}

/// One that is known already, if ranks guessed differently.
Pattern& Calls::remember(std::vector<Summary> ranks) {
    for (const Pattern& pattern : patterns_) {
        if (!distance(pattern.ranks, ranks)) continue;
        Pattern& known = refresh(pattern.number);
        known.ranks = std::move(ranks);
        return known;
    }
    if (patterns_.size() == most_patterns) patterns_.pop_back();
    return patterns_.emplace_front(Pattern{.number = next_number_++, .ranks = std::move(ranks)});
}

}  // namespace weft::engine::twophase
