// SPDX-License-Identifier: BSD-3-Clause
#include "stage/overlay.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace weft::stage {
namespace {

bool overlap(const std::vector<FilePart>& sorted) {
    const auto reach_into_next = [](const FilePart& one, const FilePart& next) {
        return one.offset + one.bytes > next.offset;
    };
    return std::ranges::adjacent_find(sorted, reach_into_next) != sorted.end();
}

/// Begins and ends of what is already set.
using Covered = std::map<std::int64_t, std::int64_t>;

/// Appends the bytes of a write that nothing later sets, and notes that it sets all of its range.
void add_below(const FilePart& write, Covered& covered, std::vector<FilePart>& parts) {
    const std::int64_t end = write.offset + write.bytes;
    std::int64_t at = write.offset;
    auto next = covered.upper_bound(at);
    if (next != covered.begin() && std::prev(next)->second >= at) --next;
    std::int64_t new_begin = write.offset;
    std::int64_t new_end = end;
    while (next != covered.end() && next->first <= end) {
        if (next->first > at)
            parts.push_back({at, next->first - at, write.source + at - write.offset});
        at = std::max(at, next->second);
        new_begin = std::min(new_begin, next->first);
        new_end = std::max(new_end, next->second);
        next = covered.erase(next);
    }
    if (at < end) parts.push_back({at, end - at, write.source + at - write.offset});
    covered.emplace(new_begin, new_end);
}

std::vector<FilePart> merged(const std::vector<FilePart>& sorted) {
    std::vector<FilePart> parts;
    for (const FilePart& part : sorted) {
        const bool goes_on = !parts.empty() &&
                             parts.back().offset + parts.back().bytes == part.offset &&
                             parts.back().source + parts.back().bytes == part.source;
        if (goes_on)
            parts.back().bytes += part.bytes;
        else
            parts.push_back(part);
    }
    return parts;
}

}  // namespace

std::vector<FilePart> in_file_order(std::vector<FilePart> writes) {
    std::vector<FilePart> sorted = writes;
    std::ranges::stable_sort(sorted, {}, &FilePart::offset);
    if (overlap(sorted)) {
        sorted.clear();
        Covered covered;
        for (auto write = writes.rbegin(); write != writes.rend(); ++write)
            add_below(*write, covered, sorted);
        std::ranges::sort(sorted, {}, &FilePart::offset);
    }
    return merged(sorted);
}

}  // namespace weft::stage
