// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window_list.hpp"

#include <algorithm>
#include <ranges>

namespace weft::engine {
namespace {

bool overlap(const WindowList::Bytes& a, const WindowList::Bytes& b) {
    return a.begin < b.end && b.begin < a.end;
}

}  // namespace

WindowList::WindowList(const std::vector<Summary>& ranks, std::int64_t window_bytes,
                       std::size_t domains_at_a_time)
    : ranks_(ranks), window_bytes_(window_bytes) {
    find_domains();
    number_windows(domains_at_a_time);
}

std::int64_t WindowList::windows_in(const Bytes& hull) const {
    return (hull.end - 1) / window_bytes_ - hull.begin / window_bytes_ + 1;
}

void WindowList::find_domains() {
    // Of short hulls, several are put together in one window.
    constexpr std::int64_t fewest_windows = 4;
    std::vector<Bytes> hulls;
    for (const Summary& rank : ranks_) {
        if (rank.bytes > 0) hulls.push_back({rank.begin, rank.end});
    }
    std::ranges::sort(hulls, {}, &Bytes::begin);
    for (const Bytes& hull : hulls) {
        if (!domains_.empty()) {
            Domain& last = domains_.back();
            const bool meet = hull.begin / window_bytes_ <= (last.hull.end - 1) / window_bytes_;
            if (overlap(hull, last.hull) || (meet && windows_in(last.hull) < fewest_windows)) {
                last.hull.end = std::max(last.hull.end, hull.end);
                last.ranks.push_back(hull);
                continue;
            }
        }
        domains_.push_back({hull, {hull}});
    }
}

void WindowList::number_windows(std::size_t domains_at_a_time) {
    for (std::size_t first = 0; first < domains_.size(); first += domains_at_a_time) {
        const std::size_t last = std::min(first + domains_at_a_time, domains_.size());
        std::int64_t most = 0;
        for (std::size_t domain = first; domain < last; ++domain)
            most = std::max(most, windows_in(domains_[domain].hull));
        for (std::int64_t turn = 0; turn < most; ++turn) {
            for (std::size_t domain = first; domain < last; ++domain) {
                const Bytes& hull = domains_[domain].hull;
                if (turn < windows_in(hull))
                    windows_.push_back(
                        {(hull.begin / window_bytes_ + turn) * window_bytes_, domain});
            }
        }
    }
}

std::vector<std::uint32_t> WindowList::of_rank(int rank) const {
    const Summary& summary = ranks_[static_cast<std::size_t>(rank)];
    std::vector<std::uint32_t> numbers;
    if (summary.bytes == 0) return numbers;
    const Bytes hull{summary.begin, summary.end};
    for (std::uint32_t n = 0; n < count(); ++n) {
        if (overlap(domains_[windows_[n].domain].hull, hull) && overlap(bytes(n), hull))
            numbers.push_back(n);
    }
    return numbers;
}

WindowList::Bytes WindowList::bytes(std::uint32_t n) const {
    const std::int64_t begin = windows_[n].begin;
    return {begin, begin + window_bytes_};
}

WindowList::Bytes WindowList::touched(std::uint32_t n) const {
    const Bytes window = bytes(n);
    Bytes touched{window.end, window.begin};
    for (const Bytes& hull : domains_[windows_[n].domain].ranks) {
        if (!overlap(hull, window)) continue;
        touched.begin = std::min(touched.begin, std::max(hull.begin, window.begin));
        touched.end = std::max(touched.end, std::min(hull.end, window.end));
    }
    return touched;
}

std::uint32_t WindowList::participants(std::uint32_t n) const {
    const Bytes window = bytes(n);
    return static_cast<std::uint32_t>(
        std::ranges::count_if(domains_[windows_[n].domain].ranks,
                              [&](const Bytes& hull) { return overlap(hull, window); }));
}

}  // namespace weft::engine
