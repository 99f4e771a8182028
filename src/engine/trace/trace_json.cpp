// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/trace/report_texts.hpp"

namespace weft::engine {
namespace {

std::int64_t nanoseconds(double seconds) {
    return std::llround(seconds * 1e9);
}

/// The format counts microseconds; rounding both ends keeps events inside of each other.
void put_event(std::string& text, int rank, const Event& event) {
    const std::int64_t begin = nanoseconds(event.begin);
    const auto out = std::back_inserter(text);
    fmt::format_to(out,
                   ",\n{{\"name\":\"{}\",\"cat\":\"{}\",\"ph\":\"X\",\"pid\":{},\"tid\":0,"
                   "\"ts\":{:.3f},\"dur\":{:.3f},\"args\":{{",
                   event.name, event.category, rank, static_cast<double>(begin) * 1e-3,
                   static_cast<double>(nanoseconds(event.end) - begin) * 1e-3);
    const char* separator = "";
    const auto argument = [&](const char* name, const auto& value, const char* quote) {
        fmt::format_to(out, "{}\"{}\":{}{}{}", std::exchange(separator, ","), name, quote, value,
                       quote);
    };
    if (event.method != nullptr) argument("method", event.method, "\"");
    if (event.offset >= 0) argument("offset", event.offset, "");
    if (event.bytes >= 0) argument("bytes", event.bytes, "");
    text += "}}";
}

/// In rising order of their beginning, outer events before inner ones.
std::vector<Event> in_order(std::vector<Event> events) {
    std::ranges::stable_sort(events, [](const Event& a, const Event& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    return events;
}

std::string rank_events(int rank, const Trace& trace) {
    std::string text = fmt::format(
        "{}\n{{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":{},\"tid\":0,\"args\":{{\"name\":"
        "\"rank {}\"}}}},\n{{\"name\":\"process_sort_index\",\"ph\":\"M\",\"pid\":{},\"tid\":0,"
        "\"args\":{{\"sort_index\":{}}}}}",
        rank == 0 ? "" : ",", rank, rank, rank, rank);
    for (const Event& event : in_order(trace.events())) put_event(text, rank, event);
    if (trace.dropped() > 0) {
        text += fmt::format(
            ",\n{{\"name\":\"from here on {} events were dropped\",\"cat\":\"trace\",\"ph\":\"i\","
            "\"s\":\"p\",\"pid\":{},\"tid\":0,\"ts\":{:.3f},\"args\":{{\"dropped\":{}}}}}",
            trace.dropped(), rank, trace.events().empty() ? 0.0 : trace.events().back().end * 1e6,
            trace.dropped());
    }
    return text;
}

}  // namespace

void put_trace_json(mpi::CommView comm, const Report& report, const Sink& sink) {
    if (comm.rank() == 0) sink("[");
    put_all_texts(comm, rank_events(comm.rank(), report.recorder->trace()), sink);
    if (comm.rank() == 0) sink("\n]\n");
}

}  // namespace weft::engine
