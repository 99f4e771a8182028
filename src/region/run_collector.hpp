// SPDX-License-Identifier: BSD-3-Clause
// Takes a list of runs in order, and finds the patterns in it.
#pragma once

#include <cstdint>
#include <vector>

#include "region/run_list.hpp"

namespace weft::region {

/// `count` runs of `length` elements, `pitch` elements apart, that follow each other in memory.
struct EqualRuns {
    std::int64_t first = 0;
    std::int64_t length = 0;
    std::int64_t count = 0;
    std::int64_t pitch = 0;
    std::int64_t memory = 0;
};

/// The nest of equal runs, which must lie in one slab.
Nest nest_of(const EqualRuns& runs, const ElementPlaces& places);

class RunCollector {
public:
    /// `slab_elements`: no run or pattern crosses a multiple of it (0: no limit). `expected`: the
    /// number of runs to come.
    RunCollector(std::int64_t slab_elements, std::int64_t expected);

    /// The next run of the list. Its elements follow those of the run before in memory.
    void add(std::int64_t first, std::int64_t length);
    /// Skips elements of the list that the caller handles.
    void skip(std::int64_t elements);
    void finish() { close(); }

    [[nodiscard]] std::int64_t memory() const { return memory_; }
    /// The patterns in the order of the list.
    [[nodiscard]] std::vector<EqualRuns>& patterns() { return patterns_; }
    [[nodiscard]] std::vector<Run>& runs() { return runs_; }

private:
    [[nodiscard]] bool continues(std::int64_t first, std::int64_t length) const;
    [[nodiscard]] bool same_slab(std::int64_t a, std::int64_t b) const;
    void close();
    void keep(std::int64_t first, std::int64_t length, std::int64_t memory);

    std::int64_t slab_elements_;
    std::int64_t memory_ = 0;
    EqualRuns open_;  // the pattern of the last runs; count 0: none
    std::vector<EqualRuns> patterns_;
    std::vector<Run> runs_;
};

/// Sorts runs by their first element, removes those that overlap an earlier run, and returns the
/// removed ones.
std::vector<Run> sort_disjoint(std::vector<Run>& runs);

}  // namespace weft::region
