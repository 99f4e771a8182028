// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/window_list.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

bool overlap(const region::Interval& a, const region::Interval& b) {
    return a.begin < b.end && b.begin < a.end;
}

}  // namespace

WindowList::WindowList(std::span<const std::vector<Summary>* const> files,
                       std::int64_t window_bytes, std::size_t domains_at_a_time)
    : files_(files), window_bytes_(window_bytes) {
    for (std::size_t file = 0; file < files.size(); ++file) find_domains(file);
    for (std::size_t first = 0; first < domains_.size(); first += domains_at_a_time)
        number_windows(first, std::min(first + domains_at_a_time, domains_.size()));
}

std::int64_t WindowList::windows_in(const region::Interval& access_range) const {
    return (access_range.end - 1) / window_bytes_ - access_range.begin / window_bytes_ + 1;
}

void WindowList::find_domains(std::size_t file) {
    // Short access ranges that meet in a window form one domain.
    constexpr std::int64_t fewest_windows = 4;
    std::vector<region::Interval> access_ranges;
    for (const Summary& rank : *files_[file]) {
        if (rank.bytes > 0) access_ranges.push_back({rank.begin, rank.end});
    }
    std::ranges::sort(access_ranges, {}, &region::Interval::begin);
    for (const region::Interval& access_range : access_ranges) {
        if (!domains_.empty() && domains_.back().file == file) {
            FileDomain& last = domains_.back();
            const bool meet =
                access_range.begin / window_bytes_ <= (last.access_range.end - 1) / window_bytes_;
            if (overlap(access_range, last.access_range) ||
                (meet && windows_in(last.access_range) < fewest_windows)) {
                last.access_range.end = std::max(last.access_range.end, access_range.end);
                last.ranks.push_back(access_range);
                continue;
            }
        }
        domains_.push_back({file, access_range, {access_range}});
    }
}

void WindowList::number_windows(std::size_t first_domain, std::size_t last_domain) {
    std::vector<std::size_t> domains;
    for (std::size_t i = first_domain; i < last_domain; ++i) domains.push_back(i);
    const auto length = [this](std::size_t i) { return windows_in(domains_[i].access_range); };
    for (std::int64_t turn = 0; !domains.empty();) {
        const std::int64_t shortest = length(*std::ranges::min_element(domains, {}, length));
        rounds_.push_back({count_, turn, shortest - turn, domains});
        count_ += static_cast<std::uint32_t>((shortest - turn) * std::ssize(domains));
        turn = shortest;
        std::erase_if(domains, [&](std::size_t i) { return length(i) == shortest; });
    }
}

std::vector<std::uint32_t> WindowList::of_rank(int rank) const {
    std::vector<std::uint32_t> numbers;
    for (std::size_t file = 0; file < files_.size(); ++file) {
        const Summary& summary = (*files_[file])[static_cast<std::size_t>(rank)];
        if (summary.bytes > 0) add_windows_of({summary.begin, summary.end}, file, numbers);
    }
    if (files_.size() > 1) std::ranges::sort(numbers);
    return numbers;
}

void WindowList::add_windows_of(const region::Interval& access_range, std::size_t file,
                                std::vector<std::uint32_t>& numbers) const {
    for (const Round& round : rounds_) {
        const auto mine = std::ranges::find_if(round.domains, [&](std::size_t i) {
            return domains_[i].file == file && overlap(domains_[i].access_range, access_range);
        });
        if (mine == round.domains.end()) continue;
        const std::int64_t begin =
            access_range.begin / window_bytes_ - domains_[*mine].access_range.begin / window_bytes_;
        const std::int64_t end =
            std::min(begin + windows_in(access_range), round.turn + round.turns);
        for (std::int64_t turn = std::max(begin, round.turn); turn < end; ++turn) {
            const std::int64_t at =
                (turn - round.turn) * std::ssize(round.domains) + (mine - round.domains.begin());
            numbers.push_back(round.first + static_cast<std::uint32_t>(at));
        }
    }
}

WindowList::Window WindowList::window(std::uint32_t n) const {
    const Round& round = *(std::ranges::upper_bound(rounds_, n, {}, &Round::first) - 1);
    const std::size_t at = n - round.first;
    const FileDomain& domain = domains_[round.domains[at % round.domains.size()]];
    const auto turn = round.turn + static_cast<std::int64_t>(at / round.domains.size());
    const std::int64_t begin = (domain.access_range.begin / window_bytes_ + turn) * window_bytes_;
    return {domain, {begin, begin + window_bytes_}};
}

region::Interval WindowList::bytes(std::uint32_t n) const {
    return window(n).bytes;
}

region::Interval WindowList::touched(std::uint32_t n) const {
    const auto [domain, window] = this->window(n);
    region::Interval touched{window.end, window.begin};
    for (const region::Interval& access_range : domain.ranks) {
        if (!overlap(access_range, window)) continue;
        touched.begin = std::min(touched.begin, std::max(access_range.begin, window.begin));
        touched.end = std::max(touched.end, std::min(access_range.end, window.end));
    }
    return touched;
}

std::uint32_t WindowList::participants(std::uint32_t n) const {
    const auto [domain, window] = this->window(n);
    const auto takes_part = [&bytes = window](const region::Interval& access_range) {
        return overlap(access_range, bytes);
    };
    return static_cast<std::uint32_t>(std::ranges::count_if(domain.ranks, takes_part));
}

}  // namespace weft::engine
