// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/write_sizes.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

// Chosen, not measured: equal calls take times that differ by up to a fifth, and a trial may have
// met another rank's write.
constexpr double clearly_faster = 0.8;
// In between a trial says little, since it may have waited for another rank's write: it is repeated
// soon.
constexpr double clearly_slower = 1.5;
constexpr double much_slower = 3;
constexpr double little = 0.1;  // of what a small write takes, for the call itself
constexpr double weight_of_new = 0.3;
// A trial of small calls costs next to nothing, so that a change for the worse is noticed soon.
constexpr int interval_of_cut_trials = 32;
constexpr int longest_interval = 1024;

}  // namespace

void WriteSizes::expect(double small_write, double empty_write) {
    const bool has_begun = whole_ > 0 || cut_ > 0;
    if (has_begun || empty_write > little * small_write) return;
    calls_cost_little_ = true;
    cut_ = small_write / static_cast<double>(small_bytes);
    go(Way::cut);
}

std::int64_t WriteSizes::next(std::int64_t rest) {
    counts_ = rest >= sample_bytes || (trial_left_ > 0 && rest >= small_bytes);
    if (counts_ && trial_left_ == 0 && --until_trial_ < 0) {
        trial_left_ = sample_bytes;
        trial_seconds_ = 0;
    }
    const bool is_trial = counts_ && trial_left_ > 0;
    const Way way = is_trial ? other(preferred_) : preferred_;
    if (way == Way::cut) return std::min(rest, small_bytes);
    return is_trial ? std::min(rest, trial_left_) : rest;
}

void WriteSizes::took(std::int64_t bytes, double seconds) {
    if (!counts_) return;
    if (trial_left_ > 0) {
        trial_seconds_ += seconds;
        trial_left_ = std::max<std::int64_t>(0, trial_left_ - bytes);
        if (trial_left_ == 0) judge_trial();
        return;
    }
    const double now = seconds / static_cast<double>(bytes);
    double& lately = byte_seconds(preferred_);
    lately = lately == 0 ? now : lately + weight_of_new * (now - lately);
    if (preferred_ == Way::whole && cut_ > 0 && now > much_slower * cut_) {
        be_wary();
        go(Way::cut);
    }
}

void WriteSizes::judge_trial() {
    const Way tried = other(preferred_);
    byte_seconds(tried) = trial_seconds_ / static_cast<double>(sample_bytes);
    const double ratio = byte_seconds(tried) / byte_seconds(preferred_);
    if (ratio < clearly_faster) return go(tried);
    if (tried == Way::cut) be_trusting();
    if (tried == Way::whole && ratio > clearly_slower) be_wary();
    go(preferred_);
    if (tried == Way::whole && ratio <= clearly_slower) until_trial_ = interval_ / 4;
}

void WriteSizes::go(Way way) {
    preferred_ = way;
    until_trial_ = way == Way::whole ? interval_of_cut_trials : interval_;
}

/// Whole writes were slow, so trials of them grow rare.
void WriteSizes::be_wary() {
    interval_ = std::min(2 * interval_, longest_interval);
}

/// They have been fast for a while. What was slow once may have waited for another rank.
void WriteSizes::be_trusting() {
    interval_ = std::max(interval_ / 2, shortest_interval);
}

}  // namespace weft::engine
