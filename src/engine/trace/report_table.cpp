// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "engine/trace/report_texts.hpp"

namespace weft::engine {
namespace {

constexpr const char* heading =
    "  rank   calls  asked MiB  transfers  moved MiB   windows    holes  messages    locks"
    "  storage s   wait s  other s  late ms\n";

double seconds_in(const Report& report, Phase phase) {
    return report.seconds[static_cast<std::size_t>(phase)];
}

std::string row(const std::string& name, const Report& report) {
    const double elsewhere = seconds_in(report, Phase::plan) + seconds_in(report, Phase::convert) +
                             seconds_in(report, Phase::exchange) + seconds_in(report, Phase::other);
    std::string late = "-";
    if (report.arrivals.calls > 0) {
        late = fmt::format("{:.3f}", report.arrivals.seconds_late * 1e3 /
                                         static_cast<double>(report.arrivals.calls));
    }
    return fmt::format(
        "{:>6} {:>7} {:>10.3f} {:>10} {:>10.3f} {:>9} {:>8} {:>9} {:>8} {:>10.4f} "
        "{:>8.4f} {:>8.4f} {:>8}\n",
        name, report.put_calls + report.get_calls, in_mebi(report.put_bytes + report.get_bytes),
        report.write_calls + report.read_calls, in_mebi(report.written_bytes + report.read_bytes),
        report.windows, report.windows_with_holes, report.messages, report.locks,
        seconds_in(report, Phase::storage), seconds_in(report, Phase::wait), elsewhere, late);
}

std::string methods(const Report& report) {
    std::string text;
    for_each_use(report, [&](Method method, CallRecord::Kind kind, const MethodUse& use) {
        text += fmt::format("  {} {} {} by {}: {}\n", use.calls,
                            kind.is_collective ? "collective" : "independent",
                            direction_name(kind.direction), name_of(method), use.reason.text());
    });
    return text;
}

std::string bare_rates(const BareRates& rates) {
    return fmt::format(
        "\nBare calls of all ranks, {:.3f} MiB each: {:.1f} MB/s written, {:.1f} "
        "MB/s read\n",
        in_mebi(rates.bytes_per_rank), rates.write / 1e6, rates.read / 1e6);
}

}  // namespace

void put_report_table(mpi::CommView comm, const Report& report, const FileFacts& facts,
                      const Sink& sink) {
    const Totals totals = total_of(comm, report, facts.done_at);
    if (comm.rank() == 0) {
        sink(fmt::format("Weft's report of {}: {} ranks, {:.3f} seconds\n\n", facts.path,
                         comm.size(), totals.longest_seconds));
        sink(heading);
    }
    put_all_texts(comm, row(std::to_string(comm.rank()), report), sink);
    if (comm.rank() == 0) {
        sink(row("all", totals.report));
        if (facts.bare_rates) sink(bare_rates(*facts.bare_rates));
        for (const std::string& note : facts.notes) sink(fmt::format("\nNote: {}.\n", note));
        sink("\nMethods of rank 0, and why each was chosen the first time:\n" + methods(report));
    }
}

}  // namespace weft::engine
