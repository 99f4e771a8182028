// SPDX-License-Identifier: BSD-3-Clause
#include "engine/pace/write_sizes.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

constexpr double clearly_faster = 0.8;
constexpr double weight_of_new = 0.3;
// Trials of what was slower grow rare. Of small calls they cost next to nothing, so that a change
// for the worse is noticed soon.
constexpr int first_interval = 8;
constexpr int longest_interval_of_whole = 32;
constexpr int longest_interval_of_cut = 1024;

}  // namespace

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
    byte_seconds_ =
        byte_seconds_ == 0 ? now : byte_seconds_ + weight_of_new * (now - byte_seconds_);
}

void WriteSizes::judge_trial() {
    const double tried = trial_seconds_ / static_cast<double>(sample_bytes);
    if (tried < clearly_faster * byte_seconds_) {
        preferred_ = other(preferred_);
        byte_seconds_ = tried;
        interval_ = 0;
    }
    const int longest =
        preferred_ == Way::whole ? longest_interval_of_whole : longest_interval_of_cut;
    interval_ = std::clamp(2 * interval_, first_interval, longest);
    until_trial_ = interval_;
}

}  // namespace weft::engine
