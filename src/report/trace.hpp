// SPDX-License-Identifier: BSD-3-Clause
// Events in the trace format of Chrome, which docs/report.md describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::report {

struct Event {
    double begin = 0;  // seconds
    double end = 0;
    const char* name = "";  // of static lifetime, as all texts here
    const char* category = "";
    const char* method = nullptr;  // of a call
    std::int64_t offset = -1;      // in the file, or -1
    std::int64_t bytes = -1;       // or -1
};

// The document in pieces: the head, the events of each rank, the tail.

inline constexpr std::string_view trace_head = "[";
/// Events in any order, and how many were dropped behind the last.
std::string trace_of_rank(int rank, std::vector<Event> events, std::int64_t dropped);
inline constexpr std::string_view trace_tail = "\n]\n";

}  // namespace weft::report
