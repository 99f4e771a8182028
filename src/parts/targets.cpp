// SPDX-License-Identifier: BSD-3-Clause
#include "parts/targets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft::parts {
namespace {

constexpr double alike = 0.8;      // share of the fastest rate of a group
constexpr double too_few = 0.1;    // share of the rate of all
constexpr double resolution = 64;  // the weight of the fastest

/// A group of targets of about the same rate.
struct Group {
    double rate = 0;  // the mean
    std::vector<std::size_t> targets;

    [[nodiscard]] double total() const { return rate * static_cast<double>(targets.size()); }
};

/// The fastest first, without unusable ones.
std::vector<Group> groups_of(std::span<const std::int64_t> rates) {
    std::vector<std::size_t> order(rates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t target) { return rates[target] <= 0; });
    std::ranges::stable_sort(order, [&](auto a, auto b) { return rates[a] > rates[b]; });
    std::vector<Group> groups;
    double fastest = 0;
    for (const std::size_t target : order) {
        const auto rate = static_cast<double>(rates[target]);
        if (groups.empty() || rate < alike * fastest) {
            groups.emplace_back();
            fastest = rate;
        }
        Group& group = groups.back();
        const double others = group.total();
        group.targets.push_back(target);
        group.rate = (others + rate) / static_cast<double>(group.targets.size());
    }
    return groups;
}

void leave_out_slow_ones(std::vector<Group>& groups) {
    double all = 0;
    for (const Group& group : groups) all += group.total();
    double slow = 0;
    while (groups.size() > 1 && slow + groups.back().total() < too_few * all) {
        slow += groups.back().total();
        groups.pop_back();
    }
}

}  // namespace

bool are_alike(std::span<const std::int64_t> rates) {
    const auto fastest =
        rates.empty() ? 0.0 : static_cast<double>(*std::ranges::max_element(rates));
    return fastest > 0 && std::ranges::none_of(rates, [&](std::int64_t rate) {
               return rate >= 0 && static_cast<double>(rate) < alike * fastest;
           });
}

std::vector<std::int64_t> weights_of_targets(std::span<const std::int64_t> rates) {
    std::vector<std::int64_t> weights(rates.size(), 0);
    std::vector<Group> groups = groups_of(rates);
    leave_out_slow_ones(groups);
    for (const Group& group : groups) {
        const auto weight = std::llround(resolution * group.rate / groups.front().rate);
        for (const std::size_t target : group.targets)
            weights[target] = std::max<std::int64_t>(weight, 1);
    }
    return weights;
}

}  // namespace weft::parts
