// SPDX-License-Identifier: BSD-3-Clause
// Irregular runs of elements, 16 bytes each: the file side of an irregular list of blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "region/nest.hpp"

namespace weft::region {

struct Outline;

/// `length` elements of a variable from element `first` on, which lie in the buffer from element
/// `memory` on.
class Run {
public:
    static constexpr std::int64_t longest = (std::int64_t{1} << 24) - 1;
    static constexpr std::int64_t last_memory = (std::int64_t{1} << 40) - 1;

    Run(std::int64_t first, std::int64_t length, std::int64_t memory)
        : first_(first),
          packed_(static_cast<std::uint64_t>(memory) << 24 | static_cast<std::uint64_t>(length)) {}

    [[nodiscard]] std::int64_t first() const { return first_; }
    [[nodiscard]] std::int64_t length() const {
        return static_cast<std::int64_t>(packed_ & longest);
    }
    [[nodiscard]] std::int64_t end() const { return first_ + length(); }
    [[nodiscard]] std::int64_t memory() const { return static_cast<std::int64_t>(packed_ >> 24); }

private:
    std::int64_t first_;
    std::uint64_t packed_;
};
static_assert(sizeof(Run) == 16);

/// The places of the elements of a variable in the file: slabs (records) of contiguous elements,
/// `slab_pitch` bytes apart. A variable without records is one slab.
struct ElementPlaces {
    std::int64_t begin = 0;
    std::int64_t element_bytes = 1;
    std::int64_t slab_elements = 0;  // 0: one slab
    std::int64_t slab_pitch = 0;

    [[nodiscard]] std::int64_t offset_of(std::int64_t element) const;
    /// The bytes of the variable's elements below this file offset, as if the variable had no end.
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;
};

/// Appends `bytes` file bytes from `first` on, as runs of one-byte elements.
void append_bytes(std::vector<Run>& runs, std::int64_t first, std::int64_t bytes);

/// The file side of such runs: the stream has all bytes in file order, and memory_of() tells their
/// places in memory.
class RunList {
public:
    using Runs = std::shared_ptr<const std::vector<Run>>;
    /// The places of elements in memory: those of their runs, or in the order of the stream.
    enum class Memory : std::uint8_t { of_runs, of_stream };

    /// `runs`: not empty, rising and disjoint, each within one slab.
    RunList(Runs runs, const ElementPlaces& places, Memory memory = Memory::of_runs);

    [[nodiscard]] Outline outline() const;
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;
    [[nodiscard]] BytePlace place_of(std::int64_t position) const;
    template <class Use>
    void visit(std::int64_t from, std::int64_t to, Use&& use) const {
        Spot spot = spot_of(from);
        while (from < to) {
            const Run& run = (*runs_)[spot.index];
            const std::int64_t length =
                std::min(run.length() * places_.element_bytes - spot.into, to - from);
            use(RunGroup{.offset = places_.offset_of(run.first()) + spot.into,
                         .run = length,
                         .count = 1,
                         .pitch = length,
                         .stream = from,
                         .memory = memory_at(run, spot.into, from)});
            from += length;
            spot = {spot.index + 1, 0};
        }
    }

private:
    /// A byte of the stream: the number of its run, and its position in the run.
    struct Spot {
        std::size_t index = 0;
        std::int64_t into = 0;
    };
    [[nodiscard]] Spot spot_of(std::int64_t position) const;
    [[nodiscard]] std::int64_t elements_before(std::size_t index) const;
    [[nodiscard]] std::int64_t memory_at(const Run& run, std::int64_t into,
                                         std::int64_t position) const {
        return memory_ == Memory::of_runs ? run.memory() * places_.element_bytes + into : position;
    }

    static constexpr std::size_t spacing = 64;

    Runs runs_;
    ElementPlaces places_;
    Memory memory_;
    std::int64_t elements_ = 0;
    std::vector<std::int64_t> before_;  // elements before every 64th run
};

}  // namespace weft::region
