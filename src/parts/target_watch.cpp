// SPDX-License-Identifier: BSD-3-Clause
#include "parts/target_watch.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace weft::parts {
namespace {

constexpr double tolerated_slowdown = 2;  // times the time that a good target would take
constexpr double good_from = 0.8;
constexpr double most_lost_seconds = 0.12;
constexpr double least_busy = 0.5;    // of the busiest target's seconds
constexpr double memory_seconds = 1;  // over which rates are averaged
constexpr int times_to_be_slow = 2;
constexpr int times_to_be_good = 3;
constexpr double caution = 0.8;      // share of a slow target's rate, which may fall further
constexpr double least_rate = 1e-9;  // of a target that stands still

bool has_worked(const TargetWork& work) {
    return work.seconds > 0;
}

/// Old measurements count less.
void remember(TargetWork& of_late, const TargetWork& more) {
    of_late.add(more);
    if (of_late.seconds <= memory_seconds) return;
    const double kept = memory_seconds / of_late.seconds;
    of_late = {.bytes = std::llround(kept * static_cast<double>(of_late.bytes)),
               .seconds = memory_seconds};
}

}  // namespace

TargetWatch::TargetWatch(std::span<const WatchedRange> ranges, int target_count)
    : ranges_(ranges.begin(), ranges.end()),
      targets_(static_cast<std::size_t>(target_count)),
      last_(targets_.size()) {
    for (const WatchedRange& range : ranges_) {
        targets_[static_cast<std::size_t>(range.target)].expected +=
            static_cast<double>(range.weight);
        largest_first_.push_back(home_.size());
        home_.push_back(range.target);
    }
    std::ranges::stable_sort(largest_first_, std::ranges::greater(),
                             [this](std::size_t i) { return ranges_[i].record_bytes; });
}

/// The work relative to the expected rate.
double TargetWatch::rate_of(std::size_t target, const TargetWork& work) const {
    return static_cast<double>(work.bytes) / work.seconds / targets_[target].expected;
}

bool TargetWatch::was_busy(std::size_t target, const Call& call) const {
    return has_worked(last_[target]) && last_[target].seconds >= least_busy * call.seconds;
}

/// The rate of a good one that has worked.
double TargetWatch::usual_rate_of(std::size_t target, const Call& call) const {
    const TargetWork& usual = targets_[target].usual;
    if (!has_worked(usual)) return rate_of(target, last_[target]);
    const double rate = rate_of(target, usual);
    if (!was_busy(target, call)) return rate;
    return std::min(rate, rate_of(target, {last_[target].bytes, call.seconds}));
}

TargetWatch::Call TargetWatch::last_call() const {
    Call call{.seconds = std::ranges::max(last_, {}, &TargetWork::seconds).seconds};
    std::vector<double> rates;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (has_worked(last_[i]) && !targets_[i].is_slow) rates.push_back(usual_rate_of(i, call));
    }
    const bool has_others = std::ranges::count_if(last_, has_worked) > 1;
    if (rates.empty() || !has_others) return call;
    const auto middle = rates.begin() + std::ssize(rates) / 2;
    std::ranges::nth_element(rates, middle);
    call.usual_rate = *middle;
    return call;
}

/// Whether the target has become slow, or good again, or was tried without success. `rate`:
/// relative to the expected rate. `lost_seconds`: negative for a target that was fast enough.
bool TargetWatch::judge(Target& target, double rate, double lost_seconds, double seconds) {
    target.idle_seconds = 0;
    const bool speaks_for_other = target.is_slow ? rate >= good_from : lost_seconds > 0;
    target.doubts = speaks_for_other ? target.doubts + 1 : 0;
    if (target.is_slow) {
        target.doubt_seconds = speaks_for_other ? target.doubt_seconds + seconds : 0;
    } else {
        target.doubt_seconds = std::max(target.doubt_seconds + lost_seconds, 0.0);
    }
    if (target.is_tried && !speaks_for_other) {
        target.is_tried = false;
        return true;
    }
    const bool has_changed =
        target.is_slow
            ? target.doubts >= times_to_be_good && target.doubt_seconds >= target.good_after
            : target.doubts >= times_to_be_slow && target.doubt_seconds >= most_lost_seconds;
    if (!has_changed) return false;
    if (target.is_slow) target.good_after *= 2;
    target.is_slow = !target.is_slow;
    target.is_tried = false;
    target.doubts = 0;
    target.doubt_seconds = 0;
    return true;
}

/// For a slow target without ranges: whether to try it again now.
bool TargetWatch::wait_for(Target& target, double seconds) {
    target.idle_seconds += seconds;
    if (target.idle_seconds < target.retry_seconds) return false;
    target.idle_seconds = 0;
    target.retry_seconds *= 2;
    target.is_tried = true;
    return true;
}

/// For a target that had work: whether its state has changed.
bool TargetWatch::consider(std::size_t number, const Call& call) {
    Target& target = targets_[number];
    const TargetWork& work = last_[number];
    const double rate = rate_of(number, work) / call.usual_rate;
    const double lost_seconds = work.seconds * (1 - tolerated_slowdown * rate);
    if (!target.is_slow && target.doubts == 0) target.doubtful = {};
    const bool changed = judge(target, rate, lost_seconds, call.seconds);
    if (target.is_slow || target.doubts > 0) {
        remember(target.doubtful, work);
        target.rate = rate_of(number, target.doubtful) / call.usual_rate;
    } else if (was_busy(number, call)) {
        remember(target.usual, {work.bytes, call.seconds});
    }
    return changed;
}

/// Whether the state of any target has changed.
bool TargetWatch::judge_all(const Call& call, std::span<const int> ranges) {
    bool changed = false;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        const bool has_ranges = std::ranges::find(ranges, static_cast<int>(i)) != ranges.end();
        targets_[i].is_slow |= !has_ranges;  // as an earlier program has found
        if (!has_ranges) {
            changed |= wait_for(targets_[i], call.seconds);
        } else if (has_worked(last_[i])) {
            changed |= consider(i, call);
        }
    }
    return changed;
}

/// The first assignment if all targets are good. Otherwise each range, the largest first, goes to
/// the target that finishes it first, given its ranges so far.
std::vector<int> TargetWatch::assign() const {
    if (std::ranges::none_of(targets_, &Target::is_slow)) return home_;
    std::vector<double> loads(targets_.size(), 0);
    std::vector<bool> waits(targets_.size());
    for (std::size_t i = 0; i < targets_.size(); ++i) waits[i] = targets_[i].is_tried;
    std::vector<int> ranges(ranges_.size());
    for (const std::size_t range : largest_first_) {
        const auto bytes = static_cast<double>(ranges_[range].record_bytes);
        std::size_t best = 0;
        double best_seconds = 0;
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const double rate =
                targets_[i].expected * (targets_[i].is_slow ? caution * targets_[i].rate : 1);
            const double seconds = waits[i] ? 0 : (loads[i] + bytes) / std::max(rate, least_rate);
            if (i == 0 || seconds < best_seconds) best_seconds = seconds, best = i;
        }
        waits[best] = false;
        loads[best] += bytes;
        ranges[range] = static_cast<int>(best);
    }
    return ranges;
}

std::optional<std::vector<int>> TargetWatch::note(std::span<const TargetWork> work,
                                                  std::span<const int> ranges) {
    last_.assign(work.begin(), work.end());
    const Call call = last_call();
    if (call.usual_rate == 0) return std::nullopt;
    const bool has_changed = judge_all(call, ranges);
    if (!has_changed && !is_asked_again_) return std::nullopt;
    is_asked_again_ = false;
    std::vector<int> next = assign();
    if (std::ranges::equal(next, ranges)) return std::nullopt;
    return next;
}

}  // namespace weft::parts
