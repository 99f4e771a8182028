// SPDX-License-Identifier: BSD-3-Clause
#include "region/run_collector.hpp"

#include <algorithm>

#include "region/run_sort.hpp"

namespace weft::region {
namespace {

/// The shortest pattern that costs less memory than its runs.
constexpr std::int64_t fewest_runs = 16;

}  // namespace

Nest nest_of(const EqualRuns& runs, const ElementPlaces& places) {
    const std::int64_t size = places.element_bytes;
    Loops loops;
    if (runs.count > 1) loops.push_back({runs.count, runs.pitch * size});
    return {places.offset_of(runs.first), runs.length * size, loops};
}

RunCollector::RunCollector(std::int64_t slab_elements, std::int64_t expected)
    : slab_elements_(slab_elements) {
    // This reserves address space only: memory for runs that become a pattern is never touched.
    runs_.reserve(static_cast<std::size_t>(expected));
}

bool RunCollector::same_slab(std::int64_t a, std::int64_t b) const {
    return slab_elements_ == 0 || a / slab_elements_ == b / slab_elements_;
}

void RunCollector::add(std::int64_t first, std::int64_t length) {
    if (open_.count > 0 && continues(first, length)) {
        if (open_.count == 1 && first == open_.first + open_.length) {
            open_.length += length;
        } else {
            open_.pitch = first - (open_.first + (open_.count - 1) * open_.pitch);
            ++open_.count;
        }
    } else {
        close();
        open_ = {.first = first, .length = length, .count = 1, .pitch = 0, .memory = memory_};
    }
    memory_ += length;
}

/// Whether the run extends the open one, or is the next of equally spaced runs.
bool RunCollector::continues(std::int64_t first, std::int64_t length) const {
    if (!same_slab(open_.first, first)) return false;
    if (open_.count == 1) {
        const bool adjacent = first == open_.first + open_.length;
        return adjacent || (length == open_.length && first > open_.first + open_.length);
    }
    return length == open_.length && first == open_.first + open_.count * open_.pitch;
}

void RunCollector::skip(std::int64_t elements) {
    close();
    memory_ += elements;
}

void RunCollector::close() {
    if (open_.count >= fewest_runs || open_.length > Run::longest ||
        open_.memory > Run::last_memory) {
        patterns_.push_back(open_);
    } else {
        for (std::int64_t i = 0; i < open_.count; ++i)
            keep(open_.first + i * open_.pitch, open_.length, open_.memory + i * open_.length);
    }
    open_ = {};
}

void RunCollector::keep(std::int64_t first, std::int64_t length, std::int64_t memory) {
    if (memory > Run::last_memory) {
        patterns_.push_back(
            {.first = first, .length = length, .count = 1, .pitch = 0, .memory = memory});
    } else {
        runs_.emplace_back(first, length, memory);
    }
}

std::vector<Run> sort_disjoint(std::vector<Run>& runs) {
    if (!std::ranges::is_sorted(runs, {}, &Run::first)) sort_by_first(runs);
    std::vector<Run> overlapping;
    std::size_t kept = 0;
    for (const Run& run : runs) {
        if (kept > 0 && run.first() < runs[kept - 1].end()) {
            overlapping.push_back(run);
        } else {
            runs[kept++] = run;
        }
    }
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(kept), runs.end());
    return overlapping;
}

}  // namespace weft::region
