// SPDX-License-Identifier: BSD-3-Clause
#include "region/nest.hpp"

#include <algorithm>
#include <cstddef>

namespace weft::region {

Nest::Nest(std::int64_t base, std::int64_t run, std::span<const Loop> loops)
    : base_(base), run_(run) {
    for (; !loops.empty(); loops = loops.first(loops.size() - 1)) {
        const Loop& inner = loops.back();
        if (inner.count != 1 && inner.pitch != run_) break;
        run_ *= inner.count;
    }
    if (repetitions(loops) == 0) run_ = 0;
    if (run_ == 0 || loops.empty()) return;
    loops_ = loops;
    const std::size_t kept = simplify(loops_);
    if (kept < loops_.size()) loops_ = std::span<const Loop>(loops_).first(kept);
}

Nest Nest::moved(std::int64_t distance) const {
    Nest nest = *this;
    nest.base_ += distance;
    return nest;
}

std::int64_t Nest::end() const {
    std::int64_t end = base_ + run_;
    for (const Loop& loop : loops_) end += (loop.count - 1) * loop.pitch;
    return end;
}

std::int64_t Nest::bytes_below(std::int64_t offset) const {
    std::int64_t rest = offset - base_;
    if (rest <= 0) return 0;
    std::int64_t index = 0;  // the number of repetitions below the offset
    for (std::size_t level = 0; level < loops_.size(); ++level) {
        const Loop& loop = loops_[level];
        const std::int64_t whole = rest < loop.pitch ? 0 : std::min(rest / loop.pitch, loop.count);
        index = index * loop.count + whole;
        if (whole == loop.count)
            return index * run_ * repetitions(std::span(loops_).subspan(level + 1));
        rest -= whole * loop.pitch;
    }
    return index * run_ + std::min(rest, run_);
}

std::int64_t Nest::step() const {
    std::int64_t step = run_;
    for (const Loop& loop : loops_) step |= loop.pitch;
    return step;
}

std::int64_t Nest::offset_of(std::int64_t position) const {
    return begin_of_run(position / run_) + position % run_;
}

std::int64_t Nest::begin_of_run(std::int64_t index) const {
    std::int64_t offset = base_;
    for (std::size_t level = loops_.size(); level-- > 0 && index > 0;) {
        const Loop& loop = loops_[level];
        offset += (index % loop.count) * loop.pitch;
        index /= loop.count;
    }
    return offset;
}

bool Nest::extend(const Nest& next) {
    const std::span<const Loop> loops = loops_;
    const std::span<const Loop> others = next.loops_;
    if (loops.empty() && others.empty() && next.base_ == base_ + run_) {
        run_ += next.run_;
        return true;
    }
    if (run_ != next.run_ || loops.size() > few_loops) return false;
    // The next nest may be one more repetition of the outermost loop's body,
    const bool continues =
        !loops.empty() && next.base_ - base_ == loops.front().count * loops.front().pitch;
    if (continues && std::ranges::equal(loops.subspan(1), others)) {
        ++loops_[0].count;
        return true;
    }
    // or several;
    if (continues && loops.size() == others.size() && loops.front().pitch == others.front().pitch &&
        std::ranges::equal(loops.subspan(1), others.subspan(1))) {
        loops_[0].count += others.front().count;
        return true;
    }
    // or else it is a repetition of the whole nest.
    if (loops.size() == few_loops || !std::ranges::equal(loops, others) || next.base_ < end())
        return false;
    ShortArray<Loop, few_loops> more(loops.size() + 1);
    more[0] = {2, next.base_ - base_};
    std::ranges::copy(loops, more.begin() + 1);
    loops_ = std::move(more);
    return true;
}

}  // namespace weft::region
