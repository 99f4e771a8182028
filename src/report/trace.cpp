// SPDX-License-Identifier: BSD-3-Clause
#include "report/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace weft::report {
namespace {

using Json = nlohmann::ordered_json;

/// Rounding the ends of events to nanoseconds keeps them inside of each other.
double microseconds(std::int64_t nanoseconds) {
    return static_cast<double>(nanoseconds) / 1e3;
}

std::int64_t nanoseconds(double seconds) {
    return std::llround(seconds * 1e9);
}

Json json_of(int rank, const Event& event) {
    const std::int64_t begin = nanoseconds(event.begin);
    Json arguments = Json::object();
    if (event.method != nullptr) arguments["method"] = event.method;
    if (event.offset >= 0) arguments["offset"] = event.offset;
    if (event.bytes >= 0) arguments["bytes"] = event.bytes;
    return {{"name", event.name},
            {"cat", event.category},
            {"ph", "X"},
            {"pid", rank},
            {"tid", 0},
            {"ts", microseconds(begin)},
            {"dur", microseconds(nanoseconds(event.end) - begin)},
            {"args", std::move(arguments)}};
}

Json fact_of(int rank, const char* name, Json arguments) {
    return {{"name", name}, {"ph", "M"}, {"pid", rank}, {"tid", 0}, {"args", std::move(arguments)}};
}

Json end_of(int rank, double at, std::int64_t dropped) {
    return {{"name", fmt::format("from here on {} events were dropped", dropped)},
            {"cat", "trace"},
            {"ph", "i"},
            {"s", "p"},
            {"pid", rank},
            {"tid", 0},
            {"ts", microseconds(nanoseconds(at))},
            {"args", {{"dropped", dropped}}}};
}

}  // namespace

std::string trace_of_rank(int rank, std::vector<Event> events, std::int64_t dropped) {
    std::string text = rank == 0 ? "\n" : ",\n";
    text += fact_of(rank, "process_name", {{"name", fmt::format("rank {}", rank)}}).dump();
    text += ",\n" + fact_of(rank, "process_sort_index", {{"sort_index", rank}}).dump();
    const double end = events.empty() ? 0 : events.back().end;
    // Outer events before inner ones.
    std::ranges::stable_sort(events, [](const Event& a, const Event& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    for (const Event& event : events) text += ",\n" + json_of(rank, event).dump();
    if (dropped > 0) text += ",\n" + end_of(rank, end, dropped).dump();
    return text;
}

}  // namespace weft::report
