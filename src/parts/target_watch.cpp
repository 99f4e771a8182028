// SPDX-License-Identifier: BSD-3-Clause
#include "parts/target_watch.hpp"

#include <algorithm>
#include <utility>

namespace weft::parts {
namespace {

constexpr double slow_below = 0.5;
constexpr double good_from = 0.8;
constexpr int calls_to_be_slow = 2;
constexpr int calls_to_be_good = 3;

bool has_worked(const TargetWork& work) {
    return work.bytes > 0 && work.seconds > 0;
}

double rate_of(const TargetWork& work) {
    return static_cast<double>(work.bytes) / work.seconds;
}

}  // namespace

/// The median of the good targets; 0 where fewer than two have worked.
double TargetWatch::usual_rate(std::span<const TargetWork> call) const {
    std::vector<double> rates;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (has_worked(call[i]) && !targets_[i].is_slow) rates.push_back(rate_of(call[i]));
    }
    const bool has_others = std::ranges::count_if(call, has_worked) > 1;
    if (rates.empty() || !has_others) return 0;
    const auto middle = rates.begin() + std::ssize(rates) / 2;
    std::ranges::nth_element(rates, middle);
    return *middle;
}

/// Whether it has become slow, or good again, or was tried in vain. `rate`: as a share of the
/// others'.
bool TargetWatch::judge(Target& target, double rate) {
    target.idle_calls = 0;
    const bool speaks_for_other = target.is_slow ? rate >= good_from : rate < slow_below;
    if (target.is_slow || speaks_for_other)
        target.rate = target.doubts > 0 ? (target.rate + rate) / 2 : rate;
    target.doubts = speaks_for_other ? target.doubts + 1 : 0;
    if (target.is_tried && !speaks_for_other) {
        target.is_tried = false;
        return true;
    }
    if (target.doubts < (target.is_slow ? calls_to_be_good : calls_to_be_slow)) return false;
    target.is_slow = !target.is_slow;
    target.is_tried = false;
    target.doubts = 0;
    return true;
}

/// Of a slow one without ranges: whether it is to be tried again now.
bool TargetWatch::wait_for(Target& target) {
    if (++target.idle_calls < target.patience) return false;
    target.idle_calls = 0;
    target.patience *= 2;
    target.is_tried = true;
    return true;
}

/// Each range to the target that has written it first, beside what it has already.
std::vector<int> TargetWatch::assign(std::size_t range_count) const {
    std::vector<int> counts(targets_.size(), 0);
    std::vector<int> ranges;
    for (std::size_t i = 0; i < targets_.size() && ranges.size() < range_count; ++i) {
        if (!targets_[i].is_tried) continue;
        ++counts[i];
        ranges.push_back(static_cast<int>(i));
    }
    while (ranges.size() < range_count) {
        std::size_t best = 0;
        double best_time = 0;
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const double rate = targets_[i].is_slow ? targets_[i].rate : 1;
            const double time = (counts[i] + 1) / std::max(rate, 1e-9);
            if (i == 0 || time < best_time) best_time = time, best = i;
        }
        ++counts[best];
        ranges.push_back(static_cast<int>(best));
    }
    std::ranges::sort(ranges);  // neighbours in the array are on one target
    return ranges;
}

std::optional<std::vector<int>> TargetWatch::note(std::span<const TargetWork> call,
                                                  std::span<const int> ranges) {
    const double usual = usual_rate(call);
    if (usual == 0) return std::nullopt;
    bool changed = false;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (has_worked(call[i])) {
            changed |= judge(targets_[i], rate_of(call[i]) / usual);
        } else if (targets_[i].is_slow &&
                   std::ranges::find(ranges, static_cast<int>(i)) == ranges.end()) {
            changed |= wait_for(targets_[i]);
        }
    }
    if (!changed) return std::nullopt;
    std::vector<int> next = assign(ranges.size());
    if (std::ranges::equal(next, ranges)) return std::nullopt;
    return next;
}

}  // namespace weft::parts
