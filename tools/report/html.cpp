// SPDX-License-Identifier: BSD-3-Clause
#include "tools/report/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/advice.hpp"
#include "report/units.hpp"
#include "tools/report/chart.hpp"
#include "tools/report/compare.hpp"
#include "tools/report/svg.hpp"
#include "tools/report/text.hpp"

namespace weft::tools {

using namespace report;

namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1b1b; --soft: #5c5c5c; --line: #d0d0d0;
  --panel: #f5f5f5; --warning: #a33c00; --plan: #8a8a8a; --convert: #e69f00; --exchange: #009e73;
  --storage: #0072b2; --wait: #d55e00; --other: #cc79a7; }
@media (prefers-color-scheme: dark) {
  :root { --back: #161616; --text: #ececec; --soft: #a8a8a8; --line: #404040; --panel: #222222;
    --warning: #ff9d5c; --plan: #9a9a9a; --exchange: #1fc29a; --storage: #4ea9ec; } }
body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0.2rem 1.2rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.25rem 0.8rem 0.25rem 0; border-bottom: 1px solid var(--line);
  white-space: nowrap; vertical-align: top; }
td:last-child { white-space: normal; }
th { color: var(--soft); font-weight: 600; }
ul.advice { list-style: none; padding: 0; }
ul.advice li { background: var(--panel); border-left: 4px solid var(--line); padding: 0.6rem 1rem;
  margin-bottom: 0.6rem; }
ul.advice li.warning { border-color: var(--warning); }
ul.advice strong { color: var(--warning); }
code { overflow-wrap: anywhere; }
svg { width: 100%; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: var(--soft); }
svg line { stroke: var(--line); }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; padding: 0; list-style: none; font-size: 0.9rem; }
.legend span { display: inline-block; width: 0.9em; height: 0.9em; margin-right: 0.4em; vertical-align: -0.1em; }
.phase-plan { fill: var(--plan); background: var(--plan); }
.phase-convert { fill: var(--convert); background: var(--convert); }
.phase-exchange { fill: var(--exchange); background: var(--exchange); }
.phase-storage { fill: var(--storage); background: var(--storage); }
.phase-wait { fill: var(--wait); background: var(--wait); }
.phase-other { fill: var(--other); background: var(--other); }
.written { fill: var(--storage); background: var(--storage); }
.read { fill: var(--convert); background: var(--convert); }
#offsets .written, #offsets .read { fill-opacity: 0.55; }
section { overflow-x: auto; }
@media (max-width: 40rem) {
  body { padding: 0.8rem; } h1 { overflow-wrap: anywhere; }
  dl { display: block; } dd { margin: 0 0 0.5rem; }
  svg { min-width: 40rem; } th, td { padding-right: 0.5rem; }
  table.narrow td { white-space: normal; overflow-wrap: anywhere; } }
)";

std::string element(const char* name, const std::string& content) {
    return fmt::format("<{}>{}</{}>", name, content, name);
}

std::string table(const Rows& rows) {
    if (rows.empty()) return "<p>None.</p>\n";
    std::string head;
    for (const Cell& cell : rows.front())
        head += fmt::format("<th scope=\"col\">{}</th>", html_text(cell.heading));
    std::string body;
    for (const std::vector<Cell>& row : rows) {
        std::string cells;
        for (const Cell& cell : row) cells += element("td", html_text(cell.value));
        body += element("tr", cells) + "\n";
    }
    return fmt::format(
        "<div "
        "class=\"wide\"><table><thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
        head, body);
}

std::string summary(const FileReport& report) {
    std::string list;
    for (const auto& [name, value] : summary_of(report))
        list += element("dt", html_text(name)) + element("dd", html_text(value)) + "\n";
    return fmt::format("<dl>\n{}</dl>\n", list);
}

std::string advice_list(const FileReport& report) {
    std::string list;
    for (const Advice& advice : advise(report)) {
        std::string hints;
        for (const auto& [key, value] : advice.hints)
            hints +=
                fmt::format(" Try the hint <code>{}={}</code>.", html_text(key), html_text(value));
        list += fmt::format("<li class=\"{}\"><strong>{}</strong> {}{}</li>\n",
                            advice.is_warning ? "warning" : "note", html_text(advice.finding),
                            html_text(advice.remedy), hints);
    }
    return fmt::format("<ul class=\"advice\">\n{}</ul>\n", list);
}

std::string rank_table(const FileReport& report) {
    Rows rows;
    for (const RankReport& rank : report.by_rank) {
        if (rows.size() == most_rows) break;
        rows.push_back(rank_cells(std::to_string(rank.rank), rank.numbers, rank.arrivals));
    }
    rows.push_back(rank_cells("all", report.totals, {}));
    std::string text = table(rows);
    if (report.by_rank.size() > most_rows)
        text += fmt::format("<p>{} more ranks are in the report.</p>\n",
                            report.by_rank.size() - most_rows);
    text += fmt::format(
        "<p>Late: how long after the first rank this one entered collective calls, on "
        "average.{}</p>\n",
        report.has_common_clock() ? ""
                                  : " The clocks of several nodes were matched when the file was "
                                    "opened, and have drifted since.");
    return text;
}

std::string method_table(const FileReport& report) {
    Rows rows;
    for (const MethodUse& use : methods_of_all(report)) rows.push_back(method_cells(use));
    return table(rows);
}

std::string section(const char* heading, const std::string& content) {
    return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", heading, content);
}

std::string chunk_section(const FileReport& report) {
    if (report.chunks.empty()) return "";
    Rows rows;
    for (const ChunkUse& use : report.chunks) rows.push_back(chunk_cells(use));
    return section("Chunks", table(rows));
}

std::string hint_table(const FileReport& report) {
    Rows rows;
    for (const auto& [key, value] : report.hints) rows.push_back({{"hint", key}, {"value", value}});
    return fmt::format("<details><summary>All hints</summary>\n{}</details>\n", table(rows));
}

std::string size_table(const FileReport& report) {
    Rows rows;
    const auto add = [&rows](const char* kind, const Histogram& sizes) {
        for (const SizeClass& one : sizes.classes()) {
            rows.push_back({{"kind", kind},
                            {"from", bytes_words(one.begin)},
                            {"calls", std::to_string(one.count)}});
        }
    };
    add("writes", report.totals.write_sizes);
    add("reads", report.totals.read_sizes);
    return fmt::format("<details><summary>As a table</summary>\n{}</details>\n", table(rows));
}

struct LegendEntry {
    std::string style;
    std::string words;
};

std::string legend(const std::vector<LegendEntry>& entries) {
    std::string list;
    for (const auto& [name, words] : entries)
        list += fmt::format("<li><span class=\"{}\"></span>{}</li>", name, words);
    return fmt::format("<ul class=\"legend\">{}</ul>\n", list);
}

/// The page around the sections.
std::string page(const std::string& title, const std::string& sections) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\" />\n<title>{}</title>\n<style>{}</style>\n"
        "</head>\n<body>\n<main>\n<h1>{}</h1>\n{}</main>\n</body>\n</html>\n",
        title, style, title, sections);
}

std::string short_name(const FileReport& report) {
    return html_text(report.file.substr(report.file.rfind('/') + 1));
}

}  // namespace

std::string report_page(const FileReport& report) {
    const std::vector<LegendEntry> phases = {
        {"phase-storage", "reading and writing"}, {"phase-wait", "waiting for other ranks"},
        {"phase-convert", "converting"},          {"phase-exchange", "packing and placing"},
        {"phase-plan", "choosing the method"},    {"phase-other", "other work in calls"}};
    const std::vector<LegendEntry> directions = {{"written", "written"}, {"read", "read"}};
    return page("I/O of " + short_name(report),
                section("Summary", summary(report)) + section("Advice", advice_list(report)) +
                    section("Ranks", rank_table(report)) +
                    section("Ranks over time", legend(phases) + rank_chart(report)) +
                    section("Offsets over time", legend(directions) + offset_chart(report)) +
                    section("Sizes of system calls",
                            legend(directions) + size_chart(report) + size_table(report)) +
                    section("Methods and why they were chosen", method_table(report)) +
                    chunk_section(report) + section("Hints in force", hint_table(report)));
}

std::string comparison_page(const FileReport& first, const FileReport& second) {
    std::string rows = table(comparison_of(first, second));
    const std::string_view plain = "<table>";
    rows.replace(rows.find(plain), plain.size(), "<table class=\"narrow\">");
    return page("Two runs: " + short_name(first) + " and " + short_name(second),
                section("Side by side", rows) + section("Advice on the first", advice_list(first)) +
                    section("Advice on the second", advice_list(second)));
}

}  // namespace weft::tools
