// SPDX-License-Identifier: BSD-3-Clause
#include "tools/report/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "report/advice.hpp"
#include "report/rates.hpp"
#include "report/units.hpp"

namespace weft::tools {

using namespace report;

namespace {

using InWords = std::string (*)(double);

std::string ratio_words(double first, double second) {
    if (first <= 0 || second <= 0) return "";
    return fmt::format("{:.2f} x", second / first);
}

std::string count_text(double count) {
    return fmt::format("{:.0f}", count);
}

struct Measure {
    const char* name;
    double (*of)(const FileReport&);
    InWords words;
};

template <Phase phase>
double phase_seconds(const FileReport& report) {
    return report.totals.seconds_in(phase);
}

double moved_bytes(const FileReport& report) {
    return as_double(report.totals.moved_bytes());
}

constexpr Measure measures[] = {
    {"open for", [](const auto& r) { return r.seconds; }, seconds_words},
    {"calls", [](const auto& r) { return as_double(r.totals.calls()); }, count_text},
    {"asked", [](const auto& r) { return as_double(r.totals.bytes()); }, bytes_words},
    {"system calls", [](const auto& r) { return as_double(r.totals.transfers()); }, count_text},
    {"moved", moved_bytes, bytes_words},
    {"rate while open",
     [](const auto& r) { return r.seconds > 0 ? as_double(r.totals.bytes()) / r.seconds : 0; },
     rate_words},
    {"rate in calls", rate_in_calls, rate_words},
    {"put rate", put_rate, rate_words},
    {"get rate", get_rate, rate_words},
    {"bare writes", [](const auto& r) { return as_double(r.bare_rates.write); }, rate_words},
    {"bare reads", [](const auto& r) { return as_double(r.bare_rates.read); }, rate_words},
    {"rate of storage", rate_of_storage, rate_words},
    {"time in calls", [](const auto& r) { return r.totals.seconds_in_calls(); }, seconds_words},
    {"storage", phase_seconds<Phase::storage>, seconds_words},
    {"waiting", phase_seconds<Phase::wait>, seconds_words},
    {"converting", phase_seconds<Phase::convert>, seconds_words},
    {"messages", [](const auto& r) { return as_double(r.totals.messages); }, count_text},
    {"locks", [](const auto& r) { return as_double(r.totals.locks); }, count_text}};

std::vector<Cell> row(const std::string& name, const std::string& first, const std::string& second,
                      const std::string& change) {
    return {{"", name}, {"first", first}, {"second", second}, {"second / first", change}};
}

/// Adds the hints that differ.
void add_hints(const FileReport& first, const FileReport& second, Rows& rows) {
    std::vector<std::string> keys;
    for (const FileReport* report : {&first, &second}) {
        for (const auto& [key, value] : report->hints) {
            if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
        }
    }
    for (const std::string& key : keys) {
        if (first.hint(key) != second.hint(key))
            rows.push_back(row("hint " + key, first.hint(key), second.hint(key), ""));
    }
}

void put_advice(const char* name, const FileReport& report, const FileReport& other, Output& out) {
    const std::vector<Advice> others = advise(other);
    for (const Advice& advice : advise(report)) {
        const bool is_common = std::ranges::any_of(
            others, [&](const Advice& one) { return one.topic == advice.topic; });
        if (!is_common && advice.is_warning) out.print("\nOnly the {}: {}\n", name, advice.text());
    }
}

}  // namespace

Rows comparison_of(const FileReport& first, const FileReport& second) {
    Rows rows;
    rows.push_back(row("file", first.file, second.file, ""));
    rows.push_back(row("date", date_words(first), date_words(second), ""));
    rows.push_back(row("hosts", hosts_words(first), hosts_words(second), ""));
    rows.push_back(row("ranks", std::to_string(first.ranks), std::to_string(second.ranks), ""));
    for (const Measure& measure : measures) {
        const double one = measure.of(first);
        const double other = measure.of(second);
        rows.push_back(
            row(measure.name, measure.words(one), measure.words(other), ratio_words(one, other)));
    }
    add_hints(first, second, rows);
    return rows;
}

void put_comparison_text(const FileReport& first, const FileReport& second, Output& out) {
    put_table(comparison_of(first, second), out);
    put_advice("first", first, second, out);
    put_advice("second", second, first, out);
}

}  // namespace weft::tools
