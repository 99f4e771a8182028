// SPDX-License-Identifier: BSD-3-Clause
#include "web/range_plan.hpp"

#include <algorithm>
#include <cmath>

namespace weft::web {
namespace {

/// The assumed speed of a link that is to be filled: 1 Gbit/s, half of it while a connection waits.
constexpr double bytes_per_second = 64e6;
constexpr std::int64_t least_request = 1 << 20;
constexpr std::int64_t most_request = 8 << 20;

/// How many of the sorted gaps are read over, the smallest ones first. While there are more
/// requests than connections, each request less saves its share of a round trip.
std::size_t gaps_to_close(std::span<const std::int64_t> gaps, const Link& link) {
    std::size_t closed = 0;
    for (; closed < gaps.size(); ++closed) {
        const auto requests = static_cast<double>(gaps.size() + 1 - closed);
        const bool has_connections = requests <= link.connections;
        const double longest =
            has_connections ? link.request_seconds / link.byte_seconds : longest_gap(link);
        if (static_cast<double>(gaps[closed]) > longest) break;
    }
    return closed;
}

/// Decides for one gap after the other whether it is read over. Some gaps of the largest chosen
/// length may stay, evenly distributed, so that the requests are equally long.
class Closing {
public:
    Closing(std::vector<std::int64_t> gaps, const Link& link) {
        std::ranges::sort(gaps);
        const std::size_t closed = gaps_to_close(gaps, link);
        if (closed == 0) return;
        longest_ = gaps[closed - 1];
        const auto [first, behind] = std::equal_range(gaps.begin(), gaps.end(), longest_);
        equals_ = behind - first;
        closed_equals_ = gaps.begin() + static_cast<std::ptrdiff_t>(closed) - first;
    }

    bool closes(std::int64_t gap) {
        if (gap != longest_) return gap < longest_;
        const std::int64_t before = seen_ * closed_equals_ / equals_;
        ++seen_;
        return seen_ * closed_equals_ / equals_ != before;
    }

private:
    std::int64_t longest_ = -1;
    std::int64_t equals_ = 0;
    std::int64_t closed_equals_ = 0;
    std::int64_t seen_ = 0;
};

}  // namespace

double longest_gap(const Link& link) {
    return (link.request_seconds + link.round_trip_seconds / link.connections) / link.byte_seconds;
}

std::vector<Request> plan_requests(std::span<const Part> parts, const Link& link) {
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < parts.size(); ++i)
        gaps.push_back(parts[i].offset - parts[i - 1].end());
    Closing closing(gaps, link);
    std::vector<Request> requests;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && closing.closes(gaps[i - 1])) {
            requests.back().range.length = parts[i].end() - requests.back().range.offset;
            requests.back().behind = i + 1;
        } else {
            requests.push_back({parts[i], i, i + 1});
        }
    }
    return requests;
}

std::int64_t request_bytes(const Link& link) {
    const double wanted = link.round_trip_seconds * bytes_per_second;
    return std::clamp(static_cast<std::int64_t>(std::min(wanted, 1e12)), least_request,
                      most_request);
}

}  // namespace weft::web
