// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/documents.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>
#include <vector>

#include "base/host_name.hpp"
#include "mpi/exchange.hpp"
#include "report/json.hpp"
#include "report/members.hpp"
#include "report/table.hpp"
#include "report/trace.hpp"

namespace weft::engine {
namespace {

constexpr int root = 0;
constexpr int text_tag = 31;
/// If there are more ranks than a chart can show, the time line has only some of them, at equal
/// distances.
constexpr int most_ranks_in_timeline = 64;

/// Now, in UTC and in the form of ISO 8601.
std::string date_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::vector<report::MethodUse> methods_of(const Report& report) {
    std::vector<report::MethodUse> methods;
    for (std::size_t method = 0; method < method_numbers; ++method) {
        for (const Direction direction : {Direction::put, Direction::get}) {
            for (const bool is_collective : {false, true}) {
                const MethodTally& use =
                    report.uses[method][static_cast<std::size_t>(direction)][is_collective ? 1 : 0];
                if (use.calls == 0) continue;
                methods.push_back({.method = name_of(static_cast<Method>(method)),
                                   .direction = direction == Direction::put ? "put" : "get",
                                   .mode = is_collective ? "collective" : "independent",
                                   .calls = use.calls,
                                   .bytes = use.bytes,
                                   .seconds = use.seconds,
                                   .first_reason = use.reason.text()});
            }
        }
    }
    return methods;
}

report::RankReport rank_report(int rank, const Report& report) {
    return {.rank = rank,
            .host = host_name(),
            .numbers = report,
            .arrivals = report.arrivals,
            .methods = methods_of(report)};
}

/// Collective. All ranks' slices have one width.
Timeline common_timeline(mpi::CommView comm, const Report& report) {
    Timeline timeline = report.recorder->timeline();
    std::int64_t doublings[1] = {timeline.doublings()};
    comm.all_reduce_max(doublings);
    timeline.widen_to(static_cast<int>(doublings[0]));
    return timeline;
}

report::RankTimeline slices_of(int rank, const Timeline& timeline) {
    report::RankTimeline line{.rank = rank, .slices = {}};
    for (std::size_t i = 0; i < Timeline::slice_count; ++i) {
        const report::Slice& slice = timeline.slices()[i];
        if (!slice.is_empty()) line.slices.push_back({slice, static_cast<std::int64_t>(i)});
    }
    return line;
}

/// A document to which ranks add in their order.
class Document {
public:
    Document(mpi::CommView comm, const Sink& sink) : comm_(comm), sink_(sink) {}

    void put(std::string_view text) {
        if (comm_.rank() == root) sink_(text);
    }
    /// Collective.
    void put_of_each_rank(std::string_view mine) {
        if (comm_.rank() != root) {
            mpi::Sends sends;
            const auto bytes = std::as_bytes(std::span(mine));
            sends.start(comm_, root, text_tag, {bytes.begin(), bytes.end()});
            sends.wait();
            return;
        }
        sink_(mine);
        std::vector<std::byte> text;
        for (int rank = 1; rank < comm_.size(); ++rank) {
            mpi::receive(comm_, rank, text_tag, text);
            sink_({reinterpret_cast<const char*>(text.data()), text.size()});
        }
    }

private:
    mpi::CommView comm_;
    const Sink& sink_;
};

}  // namespace

std::string as_text(const Report& report) {
    return report::plain_text(rank_report(0, report),
                              report.last_reason ? report.last_reason->text() : "");
}

void add_totals(mpi::CommView comm, const Report& report, double done_at,
                report::FileReport& file) {
    std::vector<std::int64_t> sums;
    for (const report::Counter& counter : report::counters) sums.push_back(report.*counter.number);
    for (const report::Histogram* sizes : {&report.write_sizes, &report.read_sizes})
        sums.insert(sums.end(), sizes->counts().begin(), sizes->counts().end());
    for (const double seconds : report.seconds) sums.push_back(std::llround(seconds * 1e9));
    comm.all_reduce_sum(sums);
    std::int64_t longest[1] = {std::llround(report.recorder->since_origin(done_at) * 1e9)};
    comm.all_reduce_max(longest);

    auto next = sums.begin();
    for (const report::Counter& counter : report::counters) file.totals.*counter.number = *next++;
    for (report::Histogram* sizes : {&file.totals.write_sizes, &file.totals.read_sizes}) {
        for (std::int64_t& count : sizes->counts()) count = *next++;
    }
    for (double& seconds : file.totals.seconds) seconds = static_cast<double>(*next++) * 1e-9;
    file.seconds = static_cast<double>(longest[0]) * 1e-9;
    file.date = date_text();
    file.ranks = comm.size();
    file.nodes = report.recorder->clock().nodes;
    file.clock = report.recorder->clock().is_common ? "common" : "aligned";
}

void put_report_json(mpi::CommView comm, const Report& report, const report::FileReport& file,
                     const Sink& sink) {
    const Timeline timeline = common_timeline(comm, report);
    const int step = (comm.size() + most_ranks_in_timeline - 1) / most_ranks_in_timeline;
    const bool is_shown = comm.rank() % step == 0;
    Document document(comm, sink);
    document.put(report::json_head(file));
    document.put_of_each_rank(report::json_entry(rank_report(comm.rank(), report)));
    document.put(report::json_before_timeline(timeline.slice_seconds()));
    document.put_of_each_rank(is_shown ? report::json_entry(slices_of(comm.rank(), timeline)) : "");
    document.put(report::json_tail);
}

void put_report_table(mpi::CommView comm, const Report& report, const report::FileReport& file,
                      const Sink& sink) {
    const report::RankReport mine = rank_report(comm.rank(), report);
    Document document(comm, sink);
    document.put(report::table_head(file));
    document.put_of_each_rank(report::table_row(mine));
    document.put(report::table_tail(file, mine));
}

void put_trace_json(mpi::CommView comm, const Report& report, const Sink& sink) {
    const Trace& trace = report.recorder->trace();
    Document document(comm, sink);
    document.put(report::trace_head);
    document.put_of_each_rank(report::trace_of_rank(comm.rank(), trace.events(), trace.dropped()));
    document.put(report::trace_tail);
}

}  // namespace weft::engine
