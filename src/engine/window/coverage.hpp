// SPDX-License-Identifier: BSD-3-Clause
// Which bytes of a window will be written. Exact even when requests overlap, so that a hole is
// never mistaken for data. A bit stands for a grain of the file, a power of two that divides the
// offset and the length of all that is marked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::engine {

class Coverage {
public:
    /// How many file bytes the grains of a word are.
    static constexpr std::int64_t word_bytes(std::int64_t grain) { return 64 * grain; }

    /// An empty map of the file bytes [begin, end). `grain` divides both.
    void reset(std::int64_t begin, std::int64_t end, std::int64_t grain = 1);
    /// Marks the stream's bytes [from, to), all of which lie in the window.
    void add(const region::FileShape& shape, std::int64_t from, std::int64_t to);
    void add(std::int64_t begin, std::int64_t end);
    /// Moves first() and last() out to a share of a get, whose holes are nobody's matter.
    void stretch(std::int64_t begin, std::int64_t end);

    /// Marks in `shared`, a map of the same bytes, what is marked here.
    void add_to(std::span<std::atomic<std::uint64_t>> shared) const;
    /// Takes over the marks of a map of [begin, end), and leaves none there.
    void take(std::int64_t begin, std::int64_t end, std::int64_t grain,
              std::span<std::atomic<std::uint64_t>> shared);

    [[nodiscard]] bool empty() const { return first_ >= last_; }
    /// First byte of the map.
    [[nodiscard]] std::int64_t begin() const { return begin_; }
    /// First marked byte, and the byte behind the last.
    [[nodiscard]] std::int64_t first() const { return first_; }
    [[nodiscard]] std::int64_t last() const { return last_; }
    /// No hole between first() and last().
    [[nodiscard]] bool complete() const;

    /// The next run of marked bytes at or behind `from`; empty when there is none.
    [[nodiscard]] region::Interval next_run(std::int64_t from) const;
    [[nodiscard]] std::int64_t run_count() const;
    [[nodiscard]] std::int64_t byte_count() const;

    /// Copies into `image`, between first() and last(), the bytes of `old` that are not marked.
    /// Both hold the window from its begin.
    void fill_holes(std::byte* image, const std::byte* old) const;

private:
    void shape(std::int64_t begin, std::int64_t end, std::int64_t grain);
    void mark(std::int64_t begin, std::int64_t end);
    [[nodiscard]] std::int64_t grains_to(std::int64_t offset) const {
        return (offset - begin_) >> shift_;
    }
    [[nodiscard]] std::int64_t find(std::int64_t from, bool marked) const;
    template <class Grain>
    void fill_short_holes(std::byte* image, const std::byte* old) const;
    void fill_long_holes(std::byte* image, const std::byte* old) const;

    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
    std::int64_t first_ = 0;
    std::int64_t last_ = 0;
    int shift_ = 0;  // a grain is 1 << shift_ bytes
    std::vector<std::uint64_t> bits_;
};

}  // namespace weft::engine
