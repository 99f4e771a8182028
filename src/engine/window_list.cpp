// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window_list.hpp"

#include <algorithm>

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
    for (std::size_t first = 0; first < domains_.size(); first += domains_at_a_time)
        number_windows(first, std::min(first + domains_at_a_time, domains_.size()));
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

void WindowList::number_windows(std::size_t first_domain, std::size_t last_domain) {
    std::vector<std::size_t> domains;
    for (std::size_t i = first_domain; i < last_domain; ++i) domains.push_back(i);
    const auto length = [this](std::size_t i) { return windows_in(domains_[i].hull); };
    for (std::int64_t turn = 0; !domains.empty();) {
        const std::int64_t shortest = length(*std::ranges::min_element(domains, {}, length));
        rounds_.push_back({count_, turn, shortest - turn, domains});
        count_ += static_cast<std::uint32_t>((shortest - turn) * std::ssize(domains));
        turn = shortest;
        std::erase_if(domains, [&](std::size_t i) { return length(i) == shortest; });
    }
}

std::vector<std::uint32_t> WindowList::of_rank(int rank) const {
    const Summary& summary = ranks_[static_cast<std::size_t>(rank)];
    std::vector<std::uint32_t> numbers;
    if (summary.bytes == 0) return numbers;
    const Bytes hull{summary.begin, summary.end};
    for (const Round& round : rounds_) {
        const auto mine = std::ranges::find_if(
            round.domains, [&](std::size_t i) { return overlap(domains_[i].hull, hull); });
        if (mine == round.domains.end()) continue;
        const std::int64_t begin =
            hull.begin / window_bytes_ - domains_[*mine].hull.begin / window_bytes_;
        const std::int64_t end = std::min(begin + windows_in(hull), round.turn + round.turns);
        for (std::int64_t turn = std::max(begin, round.turn); turn < end; ++turn) {
            const std::int64_t at =
                (turn - round.turn) * std::ssize(round.domains) + (mine - round.domains.begin());
            numbers.push_back(round.first + static_cast<std::uint32_t>(at));
        }
    }
    return numbers;
}

WindowList::Window WindowList::window(std::uint32_t n) const {
    const Round& round = *(std::ranges::upper_bound(rounds_, n, {}, &Round::first) - 1);
    const std::size_t at = n - round.first;
    const Domain& domain = domains_[round.domains[at % round.domains.size()]];
    const auto turn = round.turn + static_cast<std::int64_t>(at / round.domains.size());
    const std::int64_t begin = (domain.hull.begin / window_bytes_ + turn) * window_bytes_;
    return {domain, {begin, begin + window_bytes_}};
}

WindowList::Bytes WindowList::bytes(std::uint32_t n) const {
    return window(n).bytes;
}

WindowList::Bytes WindowList::touched(std::uint32_t n) const {
    const auto [domain, window] = this->window(n);
    Bytes touched{window.end, window.begin};
    for (const Bytes& hull : domain.ranks) {
        if (!overlap(hull, window)) continue;
        touched.begin = std::min(touched.begin, std::max(hull.begin, window.begin));
        touched.end = std::max(touched.end, std::min(hull.end, window.end));
    }
    return touched;
}

std::uint32_t WindowList::participants(std::uint32_t n) const {
    const auto [domain, window] = this->window(n);
    const auto takes_part = [&bytes = window](const Bytes& hull) { return overlap(hull, bytes); };
    return static_cast<std::uint32_t>(std::ranges::count_if(domain.ranks, takes_part));
}

}  // namespace weft::engine
