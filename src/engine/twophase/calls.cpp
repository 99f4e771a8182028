// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

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

/// The distance that all who have moved agree on.
class Distance {
public:
    /// False when two are not alike, or have moved by another distance than those before.
    bool add(const Summary& from, const Summary& to) {
        if (!are_alike(from, to)) return false;
        if (from.bytes == 0) return true;
        const std::int64_t moved = to.begin - from.begin;
        if (common_.value_or(moved) != moved) return false;
        common_ = moved;
        return true;
    }
    [[nodiscard]] std::optional<std::int64_t> common() const { return common_; }

private:
    std::optional<std::int64_t> common_;
};

/// Whether one is the other moved by some distance.
bool are_alike(const std::vector<FilePattern>& from, const std::vector<FilePattern>& to) {
    if (from.size() != to.size()) return false;
    Distance distance;
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (from[i].file != to[i].file) return false;
        for (std::size_t rank = 0; rank < from[i].ranks.size(); ++rank) {
            if (!distance.add(from[i].ranks[rank], to[i].ranks[rank])) return false;
        }
    }
    return true;
}

void move(std::vector<FilePattern>& files, std::int64_t distance) {
    for (FilePattern& file : files) {
        for (Summary& rank : file.ranks) {
            if (rank.bytes == 0) continue;
            rank.begin += distance;
            rank.end += distance;
        }
    }
}

const Summary& summary_of(std::span<const FileSummary> mine, std::size_t file) {
    static const Summary none;
    const auto found = std::ranges::find(mine, file, &FileSummary::file);
    return found == mine.end() ? none : found->summary;
}

}  // namespace

std::vector<FilePattern> patterns_of(std::vector<RanksOfFile> files) {
    std::vector<FilePattern> patterns;
    for (RanksOfFile& file : files)
        patterns.push_back({.file = file.file, .ranks = std::move(file.ranks)});
    return patterns;
}

/// The last pattern in which this rank did the same.
Calls::Likely Calls::likely(std::size_t rank, std::span<const FileSummary> mine) const {
    for (const Pattern& pattern : patterns_) {
        Distance distance;
        const auto same = [&](const FilePattern& file) {
            return distance.add(file.ranks[rank], summary_of(mine, file.file));
        };
        const auto is_there = [&](const FileSummary& one) {
            return one.summary.bytes == 0 ||
                   std::ranges::count(pattern.files, one.file, &FilePattern::file) == 1;
        };
        if (std::ranges::all_of(pattern.files, same) && std::ranges::all_of(mine, is_there))
            return {&pattern, distance.common()};
    }
    return {};
}

Calls::Call Calls::begin(mpi::CommView comm, std::span<const FileSummary> mine,
                         std::size_t file_count) {
    const auto rank = static_cast<std::size_t>(comm.rank());
    const Likely guess = likely(rank, mine);
    const std::int64_t number = guess.pattern == nullptr ? unknown : guess.pattern->number;
    const std::int64_t maximum = mine.front().summary.maximum;
    // The least of each and of its opposite: all ranks say the same when both are one value's.
    const std::int64_t arrived = nanoseconds(mine.front().summary.arrived);
    std::array facts = {number,
                        -number,
                        guess.moved ? *guess.moved : any,
                        guess.moved ? -*guess.moved : any,
                        -maximum,
                        arrived,
                        -arrived};
    comm.all_reduce_min(facts);
    Call call{.pattern = nullptr,
              .maximum = -facts[4],
              .first_arrived = seconds(facts[5]),
              .last_arrived = seconds(-facts[6])};
    const bool known = facts[0] == -facts[1] && facts[0] != unknown;
    const bool together = facts[2] == -facts[3] || facts[2] == any;
    if (known && together) {
        call.pattern = &refresh(facts[0]);
        if (facts[2] != any) move(call.pattern->files, facts[2]);
    } else {
        auto files = gather_summaries(mine, file_count, [comm](std::span<const std::byte> bytes) {
            return std::optional(comm.all_gather(bytes));
        });
        call.pattern = &remember(patterns_of(std::move(*files)));
    }
    return call;
}

Pattern& Calls::refresh(std::int64_t number) {
    const auto found = std::ranges::find(patterns_, number, &Pattern::number);
    patterns_.splice(patterns_.begin(), patterns_, found);
    return patterns_.front();
}

/// One that is known already, if ranks guessed differently.
Pattern& Calls::remember(std::vector<FilePattern> files) {
    for (const Pattern& pattern : patterns_) {
        if (!are_alike(pattern.files, files)) continue;
        Pattern& known = refresh(pattern.number);
        for (std::size_t i = 0; i < files.size(); ++i)
            known.files[i].ranks = std::move(files[i].ranks);
        return known;
    }
    if (patterns_.size() == most_patterns) patterns_.pop_back();
    return patterns_.emplace_front(Pattern{.number = next_number_++, .files = std::move(files)});
}

}  // namespace weft::engine::twophase
