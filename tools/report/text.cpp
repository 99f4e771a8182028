// SPDX-License-Identifier: BSD-3-Clause
#include "tools/report/text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"
#include "report/rates.hpp"
#include "report/units.hpp"

namespace weft::tools {

using namespace report;

void put_table(const Rows& rows, Output& out) {
    if (rows.empty()) return;
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < rows.front().size(); ++column) {
        std::size_t width = std::string_view(rows.front()[column].heading).size();
        for (const auto& row : rows) width = std::max(width, row[column].value.size());
        widths.push_back(width);
    }
    const auto put_row = [&](const auto& text_of, const std::vector<Cell>& row) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column)
            line += fmt::format("  {:<{}}", text_of(row[column]), widths[column]);
        line.erase(line.find_last_not_of(' ') + 1);
        out.print("{}\n", line);
    };
    put_row([](const Cell& cell) { return std::string(cell.heading); }, rows.front());
    for (const auto& row : rows) put_row([](const Cell& cell) { return cell.value; }, row);
}

std::string date_words(const FileReport& report) {
    std::string words = report.date;
    std::ranges::replace(words, 'T', ' ');
    if (words.ends_with('Z')) words.replace(words.size() - 1, 1, " UTC");
    return words.empty() ? "not known" : words;
}

std::string hosts_words(const FileReport& report) {
    constexpr std::size_t most = 4;
    const std::vector<std::string> hosts = report.hosts();
    if (hosts.empty()) return "not known";
    std::string words;
    for (std::size_t i = 0; i < std::min(most, hosts.size()); ++i)
        words += (i > 0 ? ", " : "") + hosts[i];
    if (hosts.size() > most) words += fmt::format(" and {} more", hosts.size() - most);
    return words;
}

namespace {

std::string chunk_words(const ChunkUse& all) {
    return fmt::format(
        "{} written, {} as {} ({}), {} of them rewritten; {} read; {} in the codec, of all threads",
        count_words(all.written, "chunk"), bytes_words(all.value_bytes),
        bytes_words(all.stored_bytes),
        compression_words(as_double(all.value_bytes), as_double(all.stored_bytes)), all.rewritten,
        all.read, seconds_words(all.codec_seconds));
}

std::string stage_words(const StageUse& use) {
    return fmt::format(
        "{} in {}; ranks waited {} for room, {} in gets, {} at sync and close; drained {} in {}",
        bytes_words(use.staged_bytes), count_words(use.logs, "log"),
        seconds_words(use.full_seconds), seconds_words(use.get_seconds),
        seconds_words(use.drain_seconds), bytes_words(use.moved_bytes),
        seconds_words(use.moving_seconds));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> summary_of(const FileReport& report) {
    const Numbers& totals = report.totals;
    const auto calls = [](std::int64_t all, std::int64_t collective, std::int64_t bytes) {
        return fmt::format("{}, {} of them collective, {}", count_words(all, "call"), collective,
                           bytes_words(bytes));
    };
    const auto moved = [](std::int64_t count, std::int64_t bytes) {
        return fmt::format("{}, {}", count_words(count, "system call"), bytes_words(bytes));
    };
    std::vector<std::pair<std::string, std::string>> rows = {
        {"file", report.file},
        {"date", date_words(report)},
        {"hosts", hosts_words(report)},
        {"ranks", report.nodes > 0
                      ? fmt::format("{} on {}", report.ranks, count_words(report.nodes, "node"))
                      : std::to_string(report.ranks)},
        {"open for", seconds_words(report.seconds)},
        {"put", calls(totals.put_calls, totals.collective_put_calls, totals.put_bytes)},
        {"got", calls(totals.get_calls, totals.collective_get_calls, totals.get_bytes)},
        {"written", moved(totals.writes, totals.written_bytes)},
        {"read", moved(totals.reads, totals.read_bytes)},
        {"put rate", put_rate_words(report)},
        {"get rate", get_rate_words(report)},
        {"rate",
         fmt::format("{} in calls, all ranks together; {} in storage, for each "
                     "rank",
                     rate_words(rate_in_calls(report)), rate_words(rate_of_storage(report)))},
        {"time in calls",
         fmt::format("{} of all ranks together: storage {}, waiting {}",
                     seconds_words(totals.seconds_in_calls()),
                     percent_words(totals.seconds_in(Phase::storage), totals.seconds_in_calls()),
                     percent_words(totals.seconds_in(Phase::wait), totals.seconds_in_calls()))}};
    if (!report.chunks.empty()) rows.emplace_back("chunks", chunk_words(report.all_chunks()));
    if (report.stage.logs > 0) rows.emplace_back("staged", stage_words(report.stage));
    return rows;
}

std::vector<Cell> chunk_cells(const ChunkUse& use) {
    return {{"variable", use.variable},
            {"written", std::to_string(use.written)},
            {"values", bytes_words(use.value_bytes)},
            {"stored", bytes_words(use.stored_bytes)},
            {"ratio", compression_words(as_double(use.value_bytes), as_double(use.stored_bytes))},
            {"rewritten", std::to_string(use.rewritten)},
            {"lost", bytes_words(use.lost_bytes)},
            {"closed early", std::to_string(use.closed_early)},
            {"behind puts", std::to_string(use.compressed_behind)},
            {"read", std::to_string(use.read)},
            {"codec", seconds_words(use.codec_seconds)}};
}

std::vector<Cell> rank_cells(const std::string& name, const Numbers& numbers,
                             const Arrivals& arrivals) {
    const std::string late = arrivals.calls == 0
                                 ? "-"
                                 : seconds_words(arrivals.seconds_late / as_double(arrivals.calls));
    return {{"rank", name},
            {"calls", std::to_string(numbers.calls())},
            {"asked", bytes_words(numbers.bytes())},
            {"system calls", std::to_string(numbers.transfers())},
            {"moved", bytes_words(numbers.moved_bytes())},
            {"windows", std::to_string(numbers.windows)},
            {"holes", std::to_string(numbers.windows_with_holes)},
            {"messages", std::to_string(numbers.messages)},
            {"locks", std::to_string(numbers.locks)},
            {"in calls", seconds_words(numbers.seconds_in_calls())},
            {"storage", seconds_words(numbers.seconds_in(Phase::storage))},
            {"waiting", seconds_words(numbers.seconds_in(Phase::wait))},
            {"late", late}};
}

std::vector<Cell> method_cells(const MethodUse& use) {
    return {{"method", use.method},
            {"calls", fmt::format("{} {} {}", use.calls, use.mode, use.direction)},
            {"bytes", bytes_words(use.bytes)},
            {"time", seconds_words(use.seconds)},
            {"why, the first time", use.first_reason}};
}

std::vector<MethodUse> methods_of_all(const FileReport& report) {
    std::vector<MethodUse> all;
    for (const RankReport& rank : report.by_rank) {
        for (const MethodUse& use : rank.methods) {
            const auto known = std::ranges::find_if(all, [&](const MethodUse& one) {
                return one.method == use.method && one.direction == use.direction &&
                       one.mode == use.mode;
            });
            if (known == all.end()) {
                all.push_back(use);
                continue;
            }
            known->calls += use.calls;
            known->bytes += use.bytes;
            known->seconds += use.seconds;
        }
    }
    return all;
}

void put_report_text(const FileReport& report, Output& out) {
    for (const auto& [name, value] : summary_of(report)) out.print("{:<14} {}\n", name, value);
    out.put("\nAdvice\n");
    for (const Advice& advice : advise(report))
        out.print("  {} {}\n", advice.is_warning ? "!" : "-", advice.text());
    for (const auto& [key, value] : hints_of(advise(report)))
        out.print("    try the hint {}={}\n", key, value);
    out.put("\nRanks\n");
    Rows ranks;
    for (const RankReport& rank : report.by_rank) {
        if (ranks.size() == most_rows) break;
        ranks.push_back(rank_cells(std::to_string(rank.rank), rank.numbers, rank.arrivals));
    }
    ranks.push_back(rank_cells("all", report.totals, {}));
    put_table(ranks, out);
    out.put("\nMethods\n");
    Rows methods;
    for (const MethodUse& use : methods_of_all(report)) methods.push_back(method_cells(use));
    put_table(methods, out);
    if (report.chunks.empty()) return;
    out.put("\nChunks\n");
    Rows chunks;
    for (const ChunkUse& use : report.chunks) chunks.push_back(chunk_cells(use));
    put_table(chunks, out);
}

void put_advice_json(const std::string& path, const FileReport& report, Output& out) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Advice& advice : advise(report)) {
        nlohmann::ordered_json hints = nlohmann::ordered_json::object();
        for (const auto& [key, value] : advice.hints) hints[key] = value;
        list.push_back({{"topic", advice.topic},
                        {"severity", advice.is_warning ? "warning" : "note"},
                        {"ranks", advice.ranks},
                        {"text", advice.text()},
                        {"hints", hints}});
    }
    const nlohmann::ordered_json document = {
        {"report", as_utf8(path)}, {"file", report.file}, {"advice", list}};
    out.print("{}\n", document.dump(2));
}

}  // namespace weft::tools
