// SPDX-License-Identifier: BSD-3-Clause
// The keys of a report's JSON, for writing it and for reading it.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "report/file_report.hpp"

namespace weft::report {

inline constexpr int json_version = 1;

struct Counter {
    const char* key;
    std::int64_t Numbers::*number;
};
inline constexpr std::array counters = {
    Counter{"put_calls", &Numbers::put_calls},
    Counter{"put_bytes", &Numbers::put_bytes},
    Counter{"collective_put_calls", &Numbers::collective_put_calls},
    Counter{"collective_put_bytes", &Numbers::collective_put_bytes},
    Counter{"get_calls", &Numbers::get_calls},
    Counter{"get_bytes", &Numbers::get_bytes},
    Counter{"collective_get_calls", &Numbers::collective_get_calls},
    Counter{"collective_get_bytes", &Numbers::collective_get_bytes},
    Counter{"writes", &Numbers::writes},
    Counter{"written_bytes", &Numbers::written_bytes},
    Counter{"reads", &Numbers::reads},
    Counter{"read_bytes", &Numbers::read_bytes},
    Counter{"locks", &Numbers::locks},
    Counter{"windows", &Numbers::windows},
    Counter{"windows_with_holes", &Numbers::windows_with_holes},
    Counter{"windows_in_company", &Numbers::windows_in_company},
    Counter{"messages", &Numbers::messages},
    Counter{"message_bytes", &Numbers::message_bytes}};

template <class T, class Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

// Each function calls member(key, field) for every member of an object.

void visit_members(Is<Numbers> auto& numbers, const auto& member) {
    for (const Counter& counter : counters) member(counter.key, numbers.*counter.number);
    member("write_sizes", numbers.write_sizes);
    member("read_sizes", numbers.read_sizes);
    member("seconds", numbers.seconds);
}

void visit_members(Is<Arrivals> auto& arrivals, const auto& member) {
    member("calls", arrivals.calls);
    member("times_last", arrivals.times_last);
    member("seconds_late", arrivals.seconds_late);
    member("longest_late", arrivals.longest_late);
    member("microseconds_late", arrivals.microseconds_late);
}

void visit_members(Is<MethodUse> auto& use, const auto& member) {
    member("method", use.method);
    member("direction", use.direction);
    member("mode", use.mode);
    member("calls", use.calls);
    member("bytes", use.bytes);
    member("seconds", use.seconds);
    member("first_reason", use.first_reason);
}

void visit_members(Is<RankReport> auto& rank, const auto& member) {
    member("rank", rank.rank);
    member("host", rank.host);
    visit_members(rank.numbers, member);
    member("arrivals", rank.arrivals);
    member("methods", rank.methods);
}

void visit_members(Is<BareRates> auto& rates, const auto& member) {
    member("bytes_per_rank", rates.bytes_per_rank);
    member("write", rates.write);
    member("read", rates.read);
}

void visit_members(Is<ChunkUse> auto& use, const auto& member) {
    member("variable", use.variable);
    member("written", use.written);
    member("value_bytes", use.value_bytes);
    member("stored_bytes", use.stored_bytes);
    member("rewritten", use.rewritten);
    member("lost_bytes", use.lost_bytes);
    member("closed_early", use.closed_early);
    member("compressed_behind", use.compressed_behind);
    member("unkept", use.unkept);
    member("read", use.read);
    member("codec_seconds", use.codec_seconds);
}

void visit_members(Is<StageUse> auto& use, const auto& member) {
    member("logs", use.logs);
    member("staged_bytes", use.staged_bytes);
    member("passed_bytes", use.passed_bytes);
    member("refused_bytes", use.refused_bytes);
    member("full_seconds", use.full_seconds);
    member("get_seconds", use.get_seconds);
    member("drain_seconds", use.drain_seconds);
    member("moved_bytes", use.moved_bytes);
    member("moving_seconds", use.moving_seconds);
    member("processor_seconds", use.processor_seconds);
}

/// Visits all members except what each rank did.
void visit_members(Is<FileReport> auto& report, const auto& member) {
    member("file", report.file);
    member("date", report.date);
    member("ranks", report.ranks);
    member("nodes", report.nodes);
    member("clock", report.clock);
    member("seconds", report.seconds);
    member("hints", report.hints);
    member("notes", report.notes);
    member("bare_rates", report.bare_rates);
    member("totals", report.totals);
    member("chunks", report.chunks);
    member("stage", report.stage);
}

/// The columns of a row of the time line.
inline constexpr auto timeline_columns = [] {
    constexpr std::array touched = {"written_bytes", "write_begin", "write_end",
                                    "read_bytes",    "read_begin",  "read_end"};
    std::array<const char*, 1 + phase_names.size() + touched.size()> columns = {"slice"};
    std::ranges::copy(phase_names, columns.begin() + 1);
    std::ranges::copy(touched, columns.end() - touched.size());
    return columns;
}();

}  // namespace weft::report
