// SPDX-License-Identifier: BSD-3-Clause
// A map of the bytes of a window that a call moves. It is exact even where requests overlap, so
// that nobody takes a hole for data. A bit stands for a grain of the file: a power of two that
// divides the offset and the length of all marked runs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/memory_pool.hpp"
#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::engine {

class Coverage {
public:
    /// The number of bytes of the file that a word of bits stands for.
    static constexpr std::int64_t word_bytes(std::int64_t grain) { return 64 * grain; }

    /// Makes an empty map of the bytes [begin, end). `grain` divides both.
    void reset(std::int64_t begin, std::int64_t end, std::int64_t grain = 1);
    /// Marks bytes [from, to) of the shape's stream; all of them lie in the window.
    void add(const region::FileShape& shape, std::int64_t from, std::int64_t to);
    void add(std::int64_t begin, std::int64_t end);
    /// Moves first() and last() out to [begin, end) without marks, for gets, which read holes too.
    void stretch(std::int64_t begin, std::int64_t end);

    /// Copies the marks to `shared`, a map of the same bytes.
    void add_to(std::span<std::atomic<std::uint64_t>> shared) const;
    /// Takes over the marks of `shared`, a map of [begin, end), and leaves none there.
    void take(std::int64_t begin, std::int64_t end, std::int64_t grain,
              std::span<std::atomic<std::uint64_t>> shared);

    [[nodiscard]] bool empty() const { return first_ >= last_; }
    /// The first byte of the map.
    [[nodiscard]] std::int64_t begin() const { return begin_; }
    /// The first marked byte, and the byte behind the last one.
    [[nodiscard]] std::int64_t first() const { return first_; }
    [[nodiscard]] std::int64_t last() const { return last_; }
    /// Whether there is no hole between first() and last().
    [[nodiscard]] bool complete() const;

    /// The next run of marked bytes at or behind `from`; empty when there is none.
    [[nodiscard]] region::Interval next_run(std::int64_t from) const;
    [[nodiscard]] std::int64_t run_count() const;
    [[nodiscard]] std::int64_t byte_count() const;
    /// The number of marked bytes in [begin, end), a part of the map of whole grains.
    [[nodiscard]] std::int64_t bytes_in(std::int64_t begin, std::int64_t end) const;

    /// Copies the unmarked bytes between first() and last() from `old` to `image`. Both begin where
    /// the map begins.
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
    PooledVector<std::uint64_t> bits_;
};

}  // namespace weft::engine
