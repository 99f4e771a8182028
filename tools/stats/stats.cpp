// SPDX-License-Identifier: BSD-3-Clause
// weft stats: the least, the largest and the mean value of variables, and missing values.
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/presentable.hpp"
#include "base/utf8.hpp"
#include "tools/command.hpp"
#include "tools/diff/values.hpp"
#include "tools/dump/shortfall.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/part/part_of.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/shared_walk.hpp"
#include "tools/stats/count.hpp"

namespace weft::tools {
namespace {

struct StatsOptions {
    std::vector<std::string> paths;
    Selection selection;
    bool may_be_short = false;
    bool json = false;
    ProgressMode progress = ProgressMode::automatic;
};

/// Whether statistics are computed: text, and types that are no numbers, have no least value and no
/// mean.
bool is_counted(const model::Variable& variable) {
    return variable.has_values() && variable.type != types::External::character;
}

/// Fails if none of the variables that were named is counted, because an empty table would be no
/// answer.
Status check_counted(const model::Schema& schema, const Selection& selection,
                     const Selected& selected, const std::vector<int>& counted) {
    if (!counted.empty() || selected.variables.empty()) return {};
    if (selection.variables.empty() || selection.excludes) return {};
    const model::Variable& first = schema.variable(selected.variables.front());
    return {Code::ebadtype,
            first.has_values()
                ? fmt::format("variable '{}' is text: it has no numbers to count", first.name)
                : fmt::format("the values of variable '{}' are no numbers that can be counted",
                              first.name)};
}

/// A part of a file, and the counted variables of it.
struct CountedFile {
    std::vector<Input> inputs;  // one for each thread that reads
    std::vector<int> ids;
    std::int64_t bytes = 0;              // of the file
    std::vector<std::string> cut_short;  // files

    [[nodiscard]] const model::Variable& variable(std::size_t i) const {
        return inputs.front().schema().variable(ids[i]);
    }
};

Result<CountedFile> open_counted(const std::string& path, const Selection& selection) {
    CountedFile counted;
    Result<Input> opened = Input::open(path);
    if (!opened.ok()) return opened.status();
    const Result<container::Stored> stored = opened.value().stored();
    if (!stored.ok()) return stored.status();
    const Result<Selected> selected = select_part(opened.value(), selection);
    if (!selected.ok()) return selected.status();
    const model::Schema& schema = opened.value().schema();
    std::vector<bool> wanted(static_cast<std::size_t>(schema.variable_count()));
    for (const int id : selected.value().variables) {
        if (!is_counted(schema.variable(id))) continue;
        counted.ids.push_back(id);
        wanted[static_cast<std::size_t>(id)] = true;
    }
    const Status counts = check_counted(schema, selection, selected.value(), counted.ids);
    if (!counts.ok()) return counts;
    const Status complete = check_shortfall(opened.value(), stored.value(), wanted);
    if (!complete.ok()) return complete;
    Result<Input> part = part_of(std::move(opened).value(), selection);
    if (!part.ok()) return part.status();
    counted.bytes = stored.value().file_bytes;
    counted.cut_short = short_files(path, part.value(), stored.value(), counted.ids);
    counted.inputs.push_back(std::move(part).value());
    return counted;
}

Result<CountedFile> open_for_threads(const Team& team, const std::string& path,
                                     const Selection& selection) {
    Result<CountedFile> first = open_counted(path, selection);
    if (!first.ok()) return first;
    CountedFile counted = std::move(first).value();
    const int threads = threads_for(team, {path}, counted.bytes);
    while (std::ssize(counted.inputs) < threads) {
        Result<CountedFile> again = open_counted(path, selection);
        if (!again.ok()) return again;
        counted.inputs.push_back(std::move(again.value().inputs.front()));
    }
    return counted;
}

double mean_of(const ValueRules& rules, const ValueTally& tally) {
    return rules.unpacked(tally.sum.value() / static_cast<double>(tally.present));
}

std::string short_number_text(double value) {
    return fmt::format("{:.9g}", value);
}

nlohmann::ordered_json number_of(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

/// The least and the largest value, with scale and offset applied.
class Ends {
public:
    Ends(const ValueRules& rules, const ValueTally& tally) : rules_(rules), tally_(tally) {
        const auto meant = [&rules](const std::array<std::byte, 8>& value) {
            return with_value_type(rules.type, [&]<class T>(std::type_identity<T>) {
                return rules.unpacked(static_cast<double>(load<T>(value.data())));
            });
        };
        least_ = meant(tally.least);
        largest_ = meant(tally.largest);
        if (least_ > largest_) std::swap(least_, largest_);  // a scale below zero
    }
    /// A packed one is a double, another has its own type.
    [[nodiscard]] nlohmann::ordered_json json(bool largest) const {
        if (rules_.is_packed) return number_of(largest ? largest_ : least_);
        const std::string text = stored_text(largest);
        nlohmann::ordered_json number = nlohmann::ordered_json::parse(text, nullptr, false);
        return number.is_number() ? number : nlohmann::ordered_json(text);
    }
    [[nodiscard]] std::string text(bool largest) const {
        return rules_.is_packed ? short_number_text(largest ? largest_ : least_)
                                : stored_text(largest);
    }

private:
    [[nodiscard]] std::string stored_text(bool largest) const {
        return value_text(rules_.type, (largest ? tally_.largest : tally_.least).data());
    }

    const ValueRules& rules_;
    const ValueTally& tally_;
    double least_ = 0;
    double largest_ = 0;
};

nlohmann::ordered_json json_of(const std::string& path, const CountedFile& file,
                               const std::vector<ValueTally>& tallies) {
    nlohmann::ordered_json variables = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        const model::Variable& variable = file.variable(i);
        const ValueRules rules = rules_of(variable);
        const ValueTally& tally = tallies[i];
        nlohmann::ordered_json one{{"name", as_utf8(variable.name)},
                                   {"type", types::name_of(variable.type)},
                                   {"values", tally.present + tally.missing},
                                   {"missing", tally.missing},
                                   {"min", nullptr},
                                   {"max", nullptr},
                                   {"mean", nullptr}};
        if (tally.present > 0) {
            const Ends ends(rules, tally);
            one["min"] = ends.json(false);
            one["max"] = ends.json(true);
            one["mean"] = number_of(mean_of(rules, tally));
        }
        variables.push_back(std::move(one));
    }
    return {{"file", as_utf8(presentable_name(path))}, {"variables", variables}};
}

void print_table(Output& out, const std::string& path, const CountedFile& file,
                 const std::vector<ValueTally>& tallies) {
    std::size_t width = 8;
    for (std::size_t i = 0; i < tallies.size(); ++i)
        width = std::max(width, file.variable(i).name.size());
    out.print("{}:\n  {:<{}}  {:>12}  {:>12}  {:>16}  {:>16}  {:>16}\n", presentable_name(path),
              "variable", width, "values", "missing", "min", "max", "mean");
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        const model::Variable& variable = file.variable(i);
        const ValueTally& tally = tallies[i];
        const ValueRules rules = rules_of(variable);
        const Ends ends(rules, tally);
        const bool is_empty = tally.present == 0;
        out.print("  {:<{}}  {:>12}  {:>12}  {:>16}  {:>16}  {:>16}\n", variable.name, width,
                  tally.present + tally.missing, tally.missing, is_empty ? "-" : ends.text(false),
                  is_empty ? "-" : ends.text(true),
                  is_empty ? "-" : short_number_text(mean_of(rules, tally)));
    }
}

/// Collective. True if all ranks have succeeded.
bool count_file(const Team& team, const StatsOptions& options, const std::string& path,
                nlohmann::ordered_json& list, Output& out) {
    const Result<CountedFile> file = open_for_threads(team, path, options.selection);
    Status mine = file.status();
    if (mine.ok()) mine = check_whole(path, file.value().cut_short, options.may_be_short);
    const Status opened = team.agree(mine);
    Result<std::vector<ValueTally>> tallies = opened;
    if (opened.ok())
        tallies = count_values(team, file.value().inputs, file.value().ids, options.progress);
    if (!tallies.ok()) {
        if (team.is_first()) complain(path, tallies.status());
        return false;
    }
    if (!team.is_first()) return true;
    warn_cut_short(file.value().cut_short, "counts as zeros");
    for (std::size_t i = 0; i < tallies.value().size(); ++i) {
        for (const std::string& sentence : ignored_rules(file.value().variable(i)))
            warn(path, sentence);
    }
    if (options.json) {
        list.push_back(json_of(path, file.value(), tallies.value()));
    } else {
        print_table(out, path, file.value(), tallies.value());
    }
    return true;
}

int count_together(const Team& team, const StatsOptions& options, Output& out) {
    int exit_code = exit_fine;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const std::string& path : input_files(options.paths)) {
        if (!count_file(team, options, path, list, out)) exit_code = exit_failed;
    }
    if (options.json && team.is_first()) out.print("{}\n", list.dump(2));
    return exit_code;
}

}  // namespace

void add_stats(CLI::App& program, Run& run) {
    CommandForm form(program, "stats");
    const auto options = std::make_shared<StatsOptions>();
    form.argument("FILE", options->paths);
    add_selection_options(form, options->selection);
    form.flag("--truncated", options->may_be_short);
    form.flag("--json", options->json);
    add_progress_option(form, options->progress);
    form.run_together(run, [options](const Team& team, Output& out) {
        return count_together(team, *options, out);
    });
}

}  // namespace weft::tools
