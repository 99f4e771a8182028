// SPDX-License-Identifier: BSD-3-Clause
#include "sets/watched_targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "parts/epochs.hpp"

namespace weft::sets {
namespace {

/// The bytes for each target between two checks.
constexpr std::int64_t look_bytes = 4 << 20;

std::vector<parts::WatchedRange> ranges_of(const model::Schema& whole, const parts::Table& table) {
    const std::vector<int> targets = parts::targets_of_parts(table);
    const std::vector<std::int64_t> bytes = parts::record_bytes_of_ranges(whole, table);
    std::vector<parts::WatchedRange> ranges;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        ranges.push_back(
            {.weight = table.weights[i], .record_bytes = bytes[i], .target = targets[i]});
    return ranges;
}

}  // namespace

WatchedTargets::WatchedTargets(const model::Schema& whole, const parts::Table& table)
    : folders_(parts::targets_of(table)),
      watch_(ranges_of(whole, table), static_cast<int>(folders_.size())),
      seen_(folders_.size()) {}

std::optional<std::vector<int>> WatchedTargets::look(files::SharedFile& shared,
                                                     const parts::Table& table,
                                                     std::int64_t put_bytes) {
    if (folders_.size() < 2) return std::nullopt;
    if (looked_at_bytes_ == 0) looked_at_bytes_ = put_bytes;  // the first time
    if (put_bytes - looked_at_bytes_ < look_bytes * std::ssize(folders_)) return std::nullopt;
    looked_at_bytes_ = put_bytes;
    return watch_.note(work_of_all(shared), parts::targets_of_ranges(table));
}

/// Collective. Ranks that write to a target at the same time share its speed: their bytes add up,
/// and the target was busy for the longest of their times.
std::vector<parts::TargetWork> WatchedTargets::work_of_all(files::SharedFile& shared) {
    constexpr double nanoseconds = 1e9;
    const auto readings = shared.speed_of_targets(static_cast<int>(folders_.size()));
    std::vector<std::int64_t> bytes;
    std::vector<std::int64_t> idle;  // the negative of busy, whose minimum is taken
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        const parts::TargetWork now{.bytes = readings[i].bytes, .seconds = readings[i].seconds};
        bytes.push_back(now.bytes - seen_[i].bytes);
        idle.push_back(-std::llround((now.seconds - seen_[i].seconds) * nanoseconds));
        seen_[i] = now;
    }
    if (shared.comm().size() > 1) shared.comm().all_reduce(idle, bytes);
    std::vector<parts::TargetWork> work;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        work.push_back({.bytes = bytes[i], .seconds = static_cast<double>(-idle[i]) / nanoseconds});
    return work;
}

std::string WatchedTargets::in_words(std::int64_t record, const std::vector<int>& targets) const {
    std::string words = fmt::format(
        "new files for the records from {} on, by the write rates of storage targets:", record);
    for (std::size_t i = 0; i < folders_.size(); ++i) {
        const parts::TargetWork& work = watch_.last()[i];
        words += fmt::format("{} {} ", i == 0 ? "" : ";",
                             folders_[i].empty() ? "the master's folder" : folders_[i]);
        if (work.seconds > 0)
            words +=
                fmt::format("{:.1f} MB/s, ", static_cast<double>(work.bytes) / work.seconds / 1e6);
        words += fmt::format("{} of {} ranges", std::ranges::count(targets, static_cast<int>(i)),
                             targets.size());
    }
    return words;
}

}  // namespace weft::sets
