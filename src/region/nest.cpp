// SPDX-License-Identifier: BSD-3-Clause
#include "region/nest.hpp"

#include <cstddef>

#include "base/checked.hpp"

namespace weft::region {

Nest::Nest(std::int64_t base, std::int64_t run, const Loops& loops)
    : base_(base), run_(run), loops_(simplified(loops)) {
    while (!loops_.empty() && loops_.back().pitch == run_) {
        run_ *= loops_.back().count;
        loops_.pop_back();
    }
    bytes_ = run_ * repetitions(loops_);
    end_ = base_;
    if (bytes_ == 0) {
        run_ = 0;
        loops_.clear();
        return;
    }
    end_ += run_;
    for (const Loop& loop : loops_) end_ += (loop.count - 1) * loop.pitch;
}

std::int64_t Nest::bytes_below(std::int64_t offset) const {
    if (offset <= base_) return 0;
    if (offset >= end_) return bytes_;
    std::int64_t rest = offset - base_;
    std::int64_t below = 0;
    std::int64_t inner_bytes = bytes_;
    for (const Loop& loop : loops_) {
        inner_bytes /= loop.count;
        const std::int64_t whole = std::min(rest / loop.pitch, loop.count);
        below += whole * inner_bytes;
        if (whole == loop.count) return below;
        rest -= whole * loop.pitch;
    }
    return below + std::min(rest, run_);
}

std::int64_t Nest::grain() const {
    std::int64_t steps = base_ | run_;
    for (const Loop& loop : loops_) steps |= loop.pitch;
    return power_of_two_in(steps);
}

std::int64_t Nest::offset_of(std::int64_t position) const {
    std::int64_t offset = base_ + position % run_;
    std::int64_t index = position / run_;
    for (std::size_t level = loops_.size(); level-- > 0 && index > 0;) {
        const Loop& loop = loops_[level];
        offset += (index % loop.count) * loop.pitch;
        index /= loop.count;
    }
    return offset;
}

}  // namespace weft::region
