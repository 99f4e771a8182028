// SPDX-License-Identifier: BSD-3-Clause
// The windows that a collective call touches, and the ranks that take part in each. All of it
// follows from the access ranges of the ranks' requests.
//
// Ranks whose access ranges overlap, or are short and meet in a window, make a domain of a file; no
// other rank has bytes there. Ranks work on several domains at a time, also of different files.
// Else the ranks of the second domain would sleep until those of the first have done all their
// work. So the numbers of windows take turns: the first window of each domain, the second of each,
// and so on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/plan/summary.hpp"
#include "region/interval.hpp"

namespace weft::engine {

class WindowList {
public:
    /// Windows begin at multiples of `window_bytes`. If two domains meet in a window, each has one
    /// of its own there. At least one rank has bytes. At most `domains_at_a_time` domains take
    /// turns. `files`: the summaries of the ranks for each file; it outlives this.
    WindowList(std::span<const std::vector<Summary>* const> files, std::int64_t window_bytes,
               std::size_t domains_at_a_time);

    [[nodiscard]] std::uint32_t count() const { return count_; }

    /// The numbers of a rank's windows. They rise, and so do their bytes within a file.
    [[nodiscard]] std::vector<std::uint32_t> of_rank(int rank) const;

    /// The file bytes of window n.
    [[nodiscard]] region::Interval bytes(std::uint32_t n) const;
    /// The part of window n between the first and the last byte that any access range has there.
    [[nodiscard]] region::Interval touched(std::uint32_t n) const;
    [[nodiscard]] std::uint32_t participants(std::uint32_t n) const;
    /// The index of the file that has window n.
    [[nodiscard]] std::size_t file(std::uint32_t n) const { return window(n).domain.file; }

private:
    struct FileDomain {
        std::size_t file = 0;
        region::Interval access_range;
        std::vector<region::Interval> ranks;  // their access ranges
    };
    /// A round of turns that the same domains take.
    struct Round {
        std::uint32_t first = 0;  // number of its first window
        std::int64_t turn = 0;    // the first: this many windows of each domain come before
        std::int64_t turns = 0;
        std::vector<std::size_t> domains;
    };
    struct Window {
        const FileDomain& domain;
        region::Interval bytes;
    };

    void find_domains(std::size_t file);
    void number_windows(std::size_t first_domain, std::size_t last_domain);
    [[nodiscard]] std::int64_t windows_in(const region::Interval& access_range) const;
    [[nodiscard]] Window window(std::uint32_t n) const;

    void add_windows_of(const region::Interval& access_range, std::size_t file,
                        std::vector<std::uint32_t>& numbers) const;

    std::span<const std::vector<Summary>* const> files_;
    std::int64_t window_bytes_;
    std::vector<FileDomain> domains_;  // by file, upwards in it
    std::vector<Round> rounds_;
    std::uint32_t count_ = 0;
};

}  // namespace weft::engine
