// SPDX-License-Identifier: BSD-3-Clause
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft::report {
namespace {

double in_mebi(std::int64_t bytes) {
    return static_cast<double>(bytes) / (1 << 20);
}

std::string row(const std::string& name, const Numbers& numbers, const Arrivals& arrivals) {
    const double storing = numbers.seconds_in(Phase::storage);
    const double waiting = numbers.seconds_in(Phase::wait);
    std::string late = "-";
    if (arrivals.calls > 0) {
        late = fmt::format("{:.3f}",
                           arrivals.seconds_late * 1e3 / static_cast<double>(arrivals.calls));
    }
    return fmt::format(
        "{:>6} {:>7} {:>10.3f} {:>10} {:>10.3f} {:>9} {:>8} {:>9} {:>8} {:>10.4f} "
        "{:>8.4f} {:>8.4f} {:>8}\n",
        name, numbers.calls(), in_mebi(numbers.bytes()), numbers.transfers(),
        in_mebi(numbers.moved_bytes()), numbers.windows, numbers.windows_with_holes,
        numbers.messages, numbers.locks, storing, waiting,
        numbers.seconds_in_calls() - storing - waiting, late);
}

std::string methods_used(const std::vector<MethodUse>& uses) {
    std::vector<std::pair<std::string, std::int64_t>> calls;
    for (const MethodUse& use : uses) {
        if (calls.empty() || calls.back().first != use.method) calls.emplace_back(use.method, 0);
        calls.back().second += use.calls;
    }
    std::string text;
    for (const auto& [method, count] : calls)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", method, count);
    return text.empty() ? "none" : text;
}

std::string seconds_spent(const PhaseSeconds& seconds) {
    std::string text;
    for (std::size_t i = 0; i < seconds.size(); ++i)
        text += fmt::format("{}{} {:.4f}", i == 0 ? "" : ", ", phase_names[i], seconds[i]);
    return text;
}

}  // namespace

std::string table_head(const FileReport& report) {
    return fmt::format(
        "Weft's report of {}: {} ranks, {:.3f} seconds\n\n"
        "  rank   calls  asked MiB  transfers  moved MiB   windows    holes  messages    locks"
        "  storage s   wait s  other s  late ms\n",
        report.file, report.ranks, report.seconds);
}

std::string table_row(const RankReport& rank) {
    return row(std::to_string(rank.rank), rank.numbers, rank.arrivals);
}

std::string table_tail(const FileReport& report, const RankReport& first) {
    std::string text = row("all", report.totals, {});
    if (const BareRates& rates = report.bare_rates; rates.bytes_per_rank > 0) {
        text += fmt::format(
            "\nBare calls of all ranks, {:.3f} MiB each: {:.1f} MB/s written, {:.1f} MB/s read\n",
            in_mebi(rates.bytes_per_rank), static_cast<double>(rates.write) / 1e6,
            static_cast<double>(rates.read) / 1e6);
    }
    for (const ChunkUse& use : report.chunks)
        text += fmt::format(
            "\nChunks of {}: {} written ({:.3f} MiB as {:.3f} MiB), {} of them rewritten ({:.3f} "
            "MiB lost), {} closed early, {} compressed behind their puts; {} read; {:.4f} s in the "
            "codec\n",
            use.variable, use.written, in_mebi(use.value_bytes), in_mebi(use.stored_bytes),
            use.rewritten, in_mebi(use.lost_bytes), use.closed_early, use.compressed_behind,
            use.read, use.codec_seconds);
    if (const StageUse& use = report.stage; use.logs > 0)
        text += fmt::format(
            "\nStaged: {:.3f} MiB in {} logs, {:.3f} MiB past them; waited {:.4f} s for room, "
            "{:.4f} s "
            "in gets, {:.4f} s for the drain, which moved {:.3f} MiB in {:.4f} s\n",
            in_mebi(use.staged_bytes), use.logs, in_mebi(use.passed_bytes), use.full_seconds,
            use.get_seconds, use.drain_seconds, in_mebi(use.moved_bytes), use.moving_seconds);
    for (const std::string& note : report.notes) text += fmt::format("\nNote: {}.\n", note);
    text +=
        fmt::format("\nMethods of rank {}, and why each was chosen the first time:\n", first.rank);
    for (const MethodUse& use : first.methods) {
        text += fmt::format("  {} {} {} by {}: {}\n", use.calls, use.mode, use.direction,
                            use.method, use.first_reason);
    }
    return text;
}

std::string plain_text(const RankReport& rank, const std::string& last_reason) {
    const Numbers& numbers = rank.numbers;
    std::string text;
    const auto line = [&text](const std::string& words) { text += "  " + words + "\n"; };
    line(fmt::format("asked:     {} puts of {:.3f} MiB, {} gets of {:.3f} MiB", numbers.put_calls,
                     in_mebi(numbers.put_bytes), numbers.get_calls, in_mebi(numbers.get_bytes)));
    line(fmt::format("storage:   {} writes of {:.3f} MiB, {} reads of {:.3f} MiB, {} locks",
                     numbers.writes, in_mebi(numbers.written_bytes), numbers.reads,
                     in_mebi(numbers.read_bytes), numbers.locks));
    line("methods:   " + methods_used(rank.methods));
    if (!last_reason.empty()) line("last:      " + last_reason);
    line(fmt::format("windows:   {}, of which {} had holes", numbers.windows,
                     numbers.windows_with_holes));
    if (numbers.windows_in_company > 0)
        line(fmt::format("           {} in pieces because of other writers, or missing locks",
                         numbers.windows_in_company));
    line(fmt::format("exchanged: {} messages of {:.3f} MiB", numbers.messages,
                     in_mebi(numbers.message_bytes)));
    line("seconds:   " + seconds_spent(numbers.seconds));
    return text;
}

}  // namespace weft::report
