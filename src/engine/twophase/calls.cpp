// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace weft::engine::twophase {
namespace {

std::int64_t nanoseconds(double seconds) {
    return std::llround(seconds * 1e9);
}

double seconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) * 1e-9;
}

bool are_alike(const Summary& a, const Summary& b) {
    return a.bytes == b.bytes && a.runs == b.runs && a.unit_bytes == b.unit_bytes &&
           a.end - a.begin == b.end - b.begin && a.fingerprint == b.fingerprint &&
           a.in_order == b.in_order;
}

/// How far a rank has moved since an earlier call, as two numbers whose least over all ranks are
/// opposites if all have moved equally far.
struct Move {
    static constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

    static Move by(std::int64_t distance) { return {distance, -distance}; }
    static Move anywhere() { return {highest, highest}; }  // of a rank without bytes
    static Move unlike() { return {-highest, -highest}; }

    [[nodiscard]] bool is_common() const { return least == -opposite || is_anywhere(); }
    [[nodiscard]] bool is_anywhere() const { return least == highest && opposite == highest; }

    std::int64_t least = 0;
    std::int64_t opposite = 0;
};

/// The move from a pattern to this rank's part of a call.
Move move_from(const CallPattern& pattern, std::span<const FileSummary> mine) {
    Move all = Move::anywhere();
    for (const FilePattern& file : pattern.files) {
        const Summary& now = summary_of(mine, file.file);
        if (!are_alike(file.mine, now)) return Move::unlike();
        if (now.bytes == 0) continue;
        const std::int64_t distance = now.begin - file.mine.begin;
        if (!all.is_anywhere() && all.least != distance) return Move::unlike();
        all = Move::by(distance);
    }
    const auto is_known = [&](const FileSummary& one) {
        return one.summary.bytes == 0 ||
               std::ranges::count(pattern.files, one.file, &FilePattern::file) == 1;
    };
    return std::ranges::all_of(mine, is_known) ? all : Move::unlike();
}

void move(CallPattern& pattern, std::int64_t distance) {
    for (FilePattern& file : pattern.files) {
        if (file.mine.bytes > 0) {
            file.mine.begin += distance;
            file.mine.end += distance;
        }
        file.all.begin += distance;
        file.all.end += distance;
    }
}

/// Numbers of several files, one file's behind the other's.
struct Numbers {
    void add(const TotalsNumbers& file) {
        least.insert(least.end(), file.least.begin(), file.least.end());
        sums.insert(sums.end(), file.sums.begin(), file.sums.end());
    }
    /// The last one's, which goes.
    CallTotals take() {
        TotalsNumbers file;
        std::copy_n(least.end() - std::ssize(file.least), file.least.size(), file.least.begin());
        std::copy_n(sums.end() - std::ssize(file.sums), file.sums.size(), file.sums.begin());
        least.resize(least.size() - file.least.size());
        sums.resize(sums.size() - file.sums.size());
        return totals_of(file);
    }

    std::vector<std::int64_t> least;
    std::vector<std::int64_t> sums;
};

/// Collective.
std::vector<CallTotals> totals_of_files(mpi::CommView comm, std::span<const FileSummary> mine,
                                        std::size_t file_count) {
    Numbers numbers;
    for (std::size_t file = 0; file < file_count; ++file)
        numbers.add(numbers_of(totals_of(summary_of(mine, file))));
    comm.all_reduce(numbers.least, numbers.sums);
    std::vector<CallTotals> files(file_count);
    for (std::size_t file = file_count; file-- > 0;) files[file] = numbers.take();
    return files;
}

}  // namespace

const Summary& summary_of(std::span<const FileSummary> mine, std::size_t file) {
    static const Summary none;
    const auto found = std::ranges::find(mine, file, &FileSummary::file);
    return found == mine.end() ? none : found->summary;
}

Calls::Call Calls::begin(mpi::CommView comm, std::span<const FileSummary> mine,
                         std::size_t file_count) {
    const Summary& call = mine.front().summary;
    const std::int64_t arrived = nanoseconds(call.arrived);
    Numbers numbers{.least = {-call.maximum, arrived, -arrived}, .sums = {}};
    for (const CallPattern& pattern : patterns_) {
        const Move moved = move_from(pattern, mine);
        numbers.least.insert(numbers.least.end(), {moved.least, moved.opposite});
    }
    const bool is_only_file = file_count == 1;
    if (is_only_file) numbers.add(numbers_of(totals_of(call)));
    comm.all_reduce(numbers.least, numbers.sums);
    std::vector<CallTotals> files;
    if (is_only_file) files.push_back(numbers.take());
    CallPattern* pattern = recognise(std::span(numbers.least).subspan(3));
    if (pattern == nullptr) {
        if (!is_only_file) files = totals_of_files(comm, mine, file_count);
        pattern = &remember(mine, std::move(files));
    } else if (is_only_file) {
        pattern->files.front().all = files.front();
    }
    return {pattern, -numbers.least[0], seconds(numbers.least[1]), seconds(-numbers.least[2])};
}

/// `moves`: from each pattern, of all ranks. Null when the call is unlike all of them.
CallPattern* Calls::recognise(std::span<const std::int64_t> moves) {
    for (auto pattern = patterns_.begin(); pattern != patterns_.end(); ++pattern) {
        const Move moved{moves[0], moves[1]};
        moves = moves.subspan(2);
        if (!moved.is_common()) continue;
        if (!moved.is_anywhere()) move(*pattern, moved.least);
        patterns_.splice(patterns_.begin(), patterns_, pattern);
        return &patterns_.front();
    }
    return nullptr;
}

CallPattern& Calls::remember(std::span<const FileSummary> mine, std::vector<CallTotals> files) {
    if (patterns_.size() == most_patterns) patterns_.pop_back();
    CallPattern& pattern = patterns_.emplace_front(CallPattern{.number = next_number_++});
    for (std::size_t file = 0; file < files.size(); ++file) {
        if (files[file].bytes > 0)
            pattern.files.push_back({file, summary_of(mine, file), files[file]});
    }
    if (pattern.files.empty()) pattern.files.push_back({0, summary_of(mine, 0), files.front()});
    return pattern;
}

}  // namespace weft::engine::twophase
