// SPDX-License-Identifier: BSD-3-Clause
#include "tools/diff/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/presentable.hpp"
#include "base/utf8.hpp"
#include "tools/diff/data.hpp"

namespace weft::tools {
namespace {

bool is_floating(std::optional<types::External> type) {
    return type == types::External::float32 || type == types::External::float64;
}

void print_verdict(Output& out, bool same) {
    const std::string_view colour = same ? "\033[32m" : "\033[31m";
    const bool coloured = out.is_coloured();
    out.print("{}{}{}: ", coloured ? colour : "", same ? "SAME" : "DIFF",
              coloured ? "\033[0m" : "");
}

void print_remark(Output& out, const Remark& remark) {
    print_verdict(out, remark.same);
    out.print("{}{}{}: {}", remark.subject, remark.aspect.empty() ? "" : ", ", remark.aspect,
              remark.first);
    if (!remark.same) out.print(" != {}", remark.second);
    out.put("\n");
}

/// One of the two values of the first difference.
std::string shown(const VariableReport& variable, std::size_t file) {
    const std::string& text = variable.first_texts[file];
    return variable.value_type ? text : fmt::format("\"{}\"", text);
}

void print_variable(Output& out, const VariableReport& variable) {
    const Tally& tally = variable.tally;
    print_verdict(out, tally.differing == 0);
    if (tally.differing == 0) {
        out.print("variable \"{}\": all {} values\n", variable.name, variable.values);
        return;
    }
    out.print("variable \"{}\": {} of {} values, first at [{}]: {} != {}", variable.name,
              tally.differing, variable.values, fmt::join(variable.first, ", "), shown(variable, 0),
              shown(variable, 1));
    const bool has_distances =
        variable.value_type && variable.value_type != types::External::character;
    if (tally.with_nan < tally.differing && has_distances) {
        out.print("; largest difference {:g} absolute, {:g} relative", tally.absolute,
                  tally.relative);
        if (is_floating(variable.value_type)) out.print(", {} ULP", tally.steps);
    }
    if (tally.with_nan > 0) out.print("; {} with NaN in one file", tally.with_nan);
    out.put("\n");
}

void print_summary(Output& out, const DiffReport& report) {
    const std::int64_t in_header = report.header_differences();
    if (in_header == 0) {
        out.put("The headers are the same.\n");
    } else {
        out.print("The headers differ in {} place{}.\n", in_header, in_header == 1 ? "" : "s");
    }
    if (report.header_only) return;
    const std::int64_t differing = report.differing_variables();
    if (differing == 0) {
        out.print("The data of all {} variables compared are the same.\n", report.variables.size());
    } else {
        out.print("The data of {} of {} variables compared differ.\n", differing,
                  report.variables.size());
    }
}

/// The number in JSON, which has no infinity.
nlohmann::ordered_json number(double value) {
    if (std::isfinite(value)) return value;
    return value > 0 ? "Infinity" : "-Infinity";
}

/// A number if JSON has it, otherwise the text.
nlohmann::ordered_json json_value(const VariableReport& variable, const std::string& text) {
    const bool is_number = variable.value_type && variable.value_type != types::External::character;
    nlohmann::ordered_json number = nlohmann::ordered_json::parse(text, nullptr, false);
    return is_number && number.is_number() ? number : nlohmann::ordered_json(as_utf8(text));
}

nlohmann::ordered_json json_of(const VariableReport& variable) {
    const Tally& tally = variable.tally;
    nlohmann::ordered_json object{{"name", as_utf8(variable.name)},
                                  {"type", variable.type_name},
                                  {"values", variable.values},
                                  {"differing", tally.differing}};
    if (tally.differing == 0) return object;
    object["first"] = {{"index", variable.first},
                       {"values",
                        {json_value(variable, variable.first_texts[0]),
                         json_value(variable, variable.first_texts[1])}}};
    if (!variable.value_type) return object;
    object["largest_absolute"] = number(tally.absolute);
    object["largest_relative"] = number(tally.relative);
    if (is_floating(variable.value_type)) {
        object["largest_ulp"] = tally.steps;
        object["nan_in_one_file"] = tally.with_nan;
    }
    return object;
}

nlohmann::ordered_json json_of(const DiffReport& report, const std::array<std::string, 2>& paths) {
    nlohmann::ordered_json header = nlohmann::ordered_json::array();
    for (const Remark& remark : report.remarks) {
        if (remark.same) continue;
        header.push_back({{"subject", as_utf8(remark.subject)},
                          {"aspect", remark.aspect},
                          {"first", as_utf8(remark.first)},
                          {"second", as_utf8(remark.second)}});
    }
    nlohmann::ordered_json variables = nlohmann::ordered_json::array();
    for (const VariableReport& variable : report.variables) variables.push_back(json_of(variable));
    nlohmann::ordered_json not_compared = nlohmann::ordered_json::array();
    for (const Remark& remark : report.remarks) {
        if (remark.is_unread)
            not_compared.push_back({{"name", as_utf8(remark.subject)}, {"reason", remark.first}});
    }
    for (const NotCompared& one : report.not_compared)
        not_compared.push_back({{"name", as_utf8(one.name)}, {"reason", one.reason}});
    return {{"files", {as_utf8(presentable_name(paths[0])), as_utf8(presentable_name(paths[1]))}},
            {"same", report.is_same()},
            {"header_differences", header},
            {"variables", variables},
            {"not_compared", not_compared}};
}

/// The report without the differences. `at`: the index of the first one.
VariableReport report_of_pair(const model::Schema& first, const model::Schema& second,
                              const VariablePair& pair, std::int64_t at) {
    const model::Variable& variable = first.variable(pair.first);
    VariableReport report;
    report.name = pair.name;
    report.type_name = variable.type_name();
    report.values = common_values(first, second, pair);
    std::vector<std::int64_t> shape = first.shape_of(variable);
    report.first.resize(shape.size());
    for (std::size_t i = shape.size(); i-- > 0 && at >= 0;) {
        // The first index gets the rest: records need no bound.
        report.first[i] = i == 0 ? at : at % shape[i];
        if (i > 0) at /= shape[i];
    }
    return report;
}

}  // namespace

VariableReport variable_report(const model::Schema& first, const model::Schema& second,
                               const VariablePair& pair, const Tally& tally) {
    VariableReport report = report_of_pair(first, second, pair, tally.first);
    const types::External type =
        compared_type(first.variable(pair.first), second.variable(pair.second));
    report.value_type = type;
    report.tally = tally;
    for (std::size_t i = 0; i < report.first_texts.size(); ++i)
        report.first_texts[i] = value_text(type, tally.first_values[i].data());
    return report;
}

VariableReport variable_report(const model::Schema& first, const model::Schema& second,
                               const VariablePair& pair, const StringsTally& tally) {
    VariableReport report = report_of_pair(first, second, pair, tally.first);
    report.tally.differing = tally.differing;
    report.first_texts = tally.first_strings;
    return report;
}

std::int64_t DiffReport::header_differences() const {
    return std::count_if(remarks.begin(), remarks.end(),
                         [](const Remark& remark) { return !remark.same; });
}

std::int64_t DiffReport::differing_variables() const {
    return std::count_if(variables.begin(), variables.end(), [](const VariableReport& variable) {
        return variable.tally.differing > 0;
    });
}

bool DiffReport::has_unread() const {
    return std::ranges::any_of(remarks, &Remark::is_unread) ||
           std::ranges::any_of(not_compared, &NotCompared::is_unread);
}

void print_report(Output& out, const DiffReport& report, const DiffForm& form,
                  const std::array<std::string, 2>& paths) {
    if (form.quiet) return;
    if (form.json) {
        out.print("{}\n", json_of(report, paths).dump(2));
        return;
    }
    for (const Remark& remark : report.remarks) {
        if (remark.is_unread)
            out.print("Not compared: {}: {}\n", remark.subject, remark.first);
        else if (form.verbose || !remark.same)
            print_remark(out, remark);
    }
    for (const VariableReport& variable : report.variables) {
        if (form.verbose || variable.tally.differing > 0) print_variable(out, variable);
    }
    for (const NotCompared& one : report.not_compared)
        out.print("Not compared: variable \"{}\": {}\n", one.name, one.reason);
    print_summary(out, report);
}

}  // namespace weft::tools
