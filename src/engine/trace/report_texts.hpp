// SPDX-License-Identifier: BSD-3-Clause
// Makes one document of the reports of all ranks. docs/report.md describes it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/report.hpp"
#include "mpi/comm.hpp"
#include "mpi/info.hpp"

namespace weft::engine {

/// How many bytes per second all ranks move together, each by bare calls of its own.
struct BareRates {
    std::int64_t bytes_per_rank = 0;
    double write = 0;
    double read = 0;
};

/// What the report says about the file, beside what the engine has done.
struct FileFacts {
    std::string path;
    mpi::Hints hints;
    std::vector<std::string> notes;       // sentences
    std::optional<BareRates> bare_rates;  // where they have been asked for and measured
    double done_at = 0;  // by now_seconds(): what comes after is the report's own work
};

/// Takes a document piece by piece. Functions call only the sink of rank 0.
using Sink = std::function<void(std::string_view)>;

// All collective; every rank's report has a recorder.

/// Puts the document in JSON.
void put_report_json(mpi::CommView comm, const Report& report, const FileFacts& facts,
                     const Sink& sink);
/// Puts a table with a row for each rank.
void put_report_table(mpi::CommView comm, const Report& report, const FileFacts& facts,
                      const Sink& sink);
/// Puts events in the trace format of Chrome.
void put_trace_json(mpi::CommView comm, const Report& report, const Sink& sink);

/// Collective. Hands the texts of all ranks to the sink of rank 0, in order of rank. Rank 0 has one
/// of them in memory at a time.
void put_all_texts(mpi::CommView comm, std::string_view mine, const Sink& sink);

/// Collective. Sums of the numbers of all ranks, on every rank.
struct Totals {
    Report report;               // only numbers that can be summed
    double longest_seconds = 0;  // since the clock's origin
};
Totals total_of(mpi::CommView comm, const Report& report, double done_at);

constexpr const char* direction_name(Direction direction) {
    return direction == Direction::put ? "put" : "get";
}

/// Calls visit(method, kind, use) for every kind of call that there was.
template <class Visit>
void for_each_use(const Report& report, Visit&& visit) {
    for (std::size_t method = 0; method < method_numbers; ++method) {
        for (const Direction direction : {Direction::put, Direction::get}) {
            for (const bool is_collective : {false, true}) {
                const MethodUse& use =
                    report.uses[method][static_cast<std::size_t>(direction)][is_collective ? 1 : 0];
                const CallRecord::Kind kind{direction, is_collective};
                if (use.calls > 0) visit(static_cast<Method>(method), kind, use);
            }
        }
    }
}

/// The counters of a report and their names in JSON.
struct Counter {
    const char* name;
    std::int64_t Report::*number;
};
inline constexpr std::array counters = {
    Counter{"put_calls", &Report::put_calls},
    Counter{"put_bytes", &Report::put_bytes},
    Counter{"collective_put_calls", &Report::collective_put_calls},
    Counter{"collective_put_bytes", &Report::collective_put_bytes},
    Counter{"get_calls", &Report::get_calls},
    Counter{"get_bytes", &Report::get_bytes},
    Counter{"collective_get_calls", &Report::collective_get_calls},
    Counter{"collective_get_bytes", &Report::collective_get_bytes},
    Counter{"writes", &Report::write_calls},
    Counter{"written_bytes", &Report::written_bytes},
    Counter{"reads", &Report::read_calls},
    Counter{"read_bytes", &Report::read_bytes},
    Counter{"locks", &Report::locks},
    Counter{"windows", &Report::windows},
    Counter{"windows_with_holes", &Report::windows_with_holes},
    Counter{"windows_in_company", &Report::windows_in_company},
    Counter{"messages", &Report::messages},
    Counter{"message_bytes", &Report::message_bytes}};

}  // namespace weft::engine
