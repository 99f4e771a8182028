// SPDX-License-Identifier: BSD-3-Clause
// The file side of an access: runs of bytes under nested loops, in rising order of file offset.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/short_array.hpp"
#include "region/loop.hpp"

namespace weft::region {

/// Equally spaced runs that follow each other in the stream.
struct RunGroup {
    std::int64_t offset = 0;  // of the first run in the file
    std::int64_t run = 0;     // bytes of each run
    std::int64_t count = 0;
    std::int64_t pitch = 0;   // between the begins of neighbours
    std::int64_t stream = 0;  // position of the first run's first byte in the stream
    std::int64_t memory = 0;  // the same in the stream of the buffer; equal for a nest
};

/// The place of a byte of a stream.
struct BytePlace {
    std::int64_t offset = 0;  // in the file
    std::int64_t memory = 0;  // in the stream of the buffer
    std::int64_t run = 0;     // the number of its run
};

/// Runs of `run()` bytes under loops. The pitch of each loop is at least the extent of its body, so
/// that the stream (all bytes, one run after the other) rises in the file, and closed forms convert
/// positions to offsets and back. There may be millions of nests, so they store nothing that
/// follows from the loops.
class Nest {
public:
    Nest() = default;  // no bytes
    /// `base` is the file offset of the first byte. All arguments >= 0, loops outermost first.
    Nest(std::int64_t base, std::int64_t run, std::span<const Loop> loops);
    Nest(std::int64_t base, std::int64_t run, std::initializer_list<Loop> loops)
        : Nest(base, run, std::span<const Loop>(loops.begin(), loops.size())) {}

    [[nodiscard]] std::int64_t base() const { return base_; }
    [[nodiscard]] std::int64_t run() const { return run_; }
    [[nodiscard]] std::span<const Loop> loops() const { return loops_; }

    /// The length of the stream.
    [[nodiscard]] std::int64_t bytes() const { return run_ * repetitions(loops_); }
    [[nodiscard]] bool empty() const { return run_ == 0; }
    /// The number of runs.
    [[nodiscard]] std::int64_t runs() const { return run_ == 0 ? 0 : repetitions(loops_); }
    /// A number of which every run begins and ends at a multiple behind base(); or a power of two
    /// that divides such a number.
    [[nodiscard]] std::int64_t step() const;
    /// The file offset behind the last byte; base() if empty.
    [[nodiscard]] std::int64_t end() const;

    /// The number of bytes of the stream that lie below `offset` in the file.
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;

    /// The file offset of the stream's byte at `position`, 0 <= position < bytes().
    [[nodiscard]] std::int64_t offset_of(std::int64_t position) const;

    /// The place of the stream's byte at `position`; not empty.
    [[nodiscard]] BytePlace place_of(std::int64_t position) const {
        return {.offset = offset_of(position), .memory = position, .run = position / run_};
    }

    /// The same runs, `distance` bytes further on.
    [[nodiscard]] Nest moved(std::int64_t distance) const;

    /// Appends the stream of `next` to this one. False, without a change, if the result is not a
    /// nest of few loops.
    bool extend(const Nest& next);

    /// Calls `use(const RunGroup&)` for groups that together are the stream's bytes [from, to).
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const;

    friend bool operator==(const Nest&, const Nest&) = default;

private:
    static constexpr std::size_t few_loops = 3;  // that need no memory outside the object

    [[nodiscard]] std::int64_t begin_of_run(std::int64_t index) const;

    std::int64_t base_ = 0;
    std::int64_t run_ = 0;
    ShortArray<Loop, few_loops> loops_;
};

template <class Use>
void Nest::visit(std::int64_t from, std::int64_t to, Use&& use) const {
    if (from >= to) return;
    const Loop row = loops_.empty() ? Loop{1, run_} : *(loops_.end() - 1);
    std::int64_t index = from / run_;
    std::int64_t into_run = from - index * run_;
    while (from < to) {
        const std::int64_t left = to - from;
        RunGroup group{.offset = begin_of_run(index) + into_run,
                       .run = run_,
                       .count = 1,
                       .pitch = row.pitch,
                       .stream = from,
                       .memory = from};
        if (into_run != 0 || left < run_) {
            group.run = std::min(run_ - into_run, left);
        } else {
            group.count = std::min(row.count - index % row.count, left / run_);
        }
        use(static_cast<const RunGroup&>(group));
        from += group.run * group.count;
        index += group.count;
        into_run = 0;
    }
}

}  // namespace weft::region
