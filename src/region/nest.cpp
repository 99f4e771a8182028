// SPDX-License-Identifier: BSD-3-Clause
#include "region/nest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/checked.hpp"

namespace weft::region {

Nest::Nest(std::int64_t base, std::int64_t run, std::span<const Loop> loops)
    : base_(base), run_(run), loops_(loops) {
    std::size_t kept = simplify(loops_);
    for (; kept > 0 && loops_[kept - 1].pitch == run_; --kept) run_ *= loops_[kept - 1].count;
    if (run_ * repetitions(std::span(loops_).first(kept)) == 0) {
        run_ = 0;
        kept = 0;
    }
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
    std::int64_t index = 0;  // how often what the loops left repeat lies below the offset
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

std::int64_t Nest::grain() const {
    std::int64_t steps = base_ | run_;
    for (const Loop& loop : loops_) steps |= loop.pitch;
    return power_of_two_in(steps);
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

namespace {

constexpr std::size_t most_loops = 3;  // that need no memory of their own

/// Whether `second` is what follows the last repetition of the first one's outermost loop.
bool continues(const Nest& first, const Nest& second) {
    const Loop& outer = first.loops().front();
    return second.base() - first.base() == outer.count * outer.pitch;
}

}  // namespace

std::optional<Nest> joined(const Nest& first, const Nest& second) {
    const std::span<const Loop> loops = first.loops();
    const std::span<const Loop> others = second.loops();
    if (loops.empty() && others.empty() && second.base() == first.end())
        return Nest(first.base(), first.run() + second.run(), {});
    if (first.run() != second.run()) return std::nullopt;
    std::array<Loop, most_loops> all{};
    std::ranges::copy(loops.first(std::min(loops.size(), most_loops)), all.begin());
    // The second one is a repetition of what the first one repeats,
    if (loops.size() == others.size() + 1 && loops.size() <= most_loops &&
        std::ranges::equal(loops.subspan(1), others) && continues(first, second)) {
        ++all.front().count;
        return Nest(first.base(), first.run(), std::span(all).first(loops.size()));
    }
    // or several of them,
    if (!loops.empty() && loops.size() == others.size() && loops.size() <= most_loops &&
        loops.front().pitch == others.front().pitch &&
        std::ranges::equal(loops.subspan(1), others.subspan(1)) && continues(first, second)) {
        all.front().count += others.front().count;
        return Nest(first.base(), first.run(), std::span(all).first(loops.size()));
    }
    // or a repetition of all of it.
    if (loops.size() < most_loops && std::ranges::equal(loops, others) &&
        second.base() >= first.end()) {
        std::ranges::copy(loops, all.begin() + 1);
        all.front() = {2, second.base() - first.base()};
        return Nest(first.base(), first.run(), std::span(all).first(loops.size() + 1));
    }
    return std::nullopt;
}

}  // namespace weft::region
