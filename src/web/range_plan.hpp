// SPDX-License-Identifier: BSD-3-Clause
// Plans the requests that fetch many parts of a file: neighbours are fetched by one request, gap
// included, if the gap costs less time than another request. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weft::web {

struct Link {
    double round_trip_seconds = 0;
    double byte_seconds = 1e-8;
    double request_seconds = 0.5e-3;  // of a request beside others: for both ends' processors
    int connections = 8;              // requests that share a round trip
};

struct Part {
    std::int64_t offset = 0;
    std::int64_t length = 0;

    [[nodiscard]] std::int64_t end() const { return offset + length; }
    friend bool operator==(const Part&, const Part&) = default;
};

/// The parts that one request fetches.
struct Request {
    Part range;              // from the first part's begin to the last one's end
    std::size_t first = 0;   // among the parts
    std::size_t behind = 0;  // behind the last one
};

/// The longest gap that it pays to read over, where more requests are needed than there are
/// connections.
double longest_gap(const Link& link);

/// `parts`: not empty, in rising order, none over another.
std::vector<Request> plan_requests(std::span<const Part> parts, const Link& link);

/// The best length of a request for a part of a long range: long enough that the pause between two
/// requests of a connection counts little, and short enough that several connections have something
/// to do.
std::int64_t request_bytes(const Link& link);

}  // namespace weft::web
