// SPDX-License-Identifier: BSD-3-Clause
// weft diff: the differences of two files, independent of their layouts.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/command.hpp"
#include "tools/diff/data.hpp"
#include "tools/diff/report.hpp"
#include "tools/part/names.hpp"
#include "tools/part/part_of.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/shared_walk.hpp"

namespace weft::tools {
namespace {

struct DiffOptions {
    std::string first;
    std::string second;
    Selection selection;
    std::vector<double> tolerance;
    bool header_only = false;
    bool may_be_short = false;
    AttributeFilter attributes;
    DiffForm form;
    ProgressMode progress = ProgressMode::automatic;
};

/// The chosen variables, or all. A name that neither file has is an error.
Result<std::vector<VariablePair>> choose_pairs(const model::Schema& first,
                                               const model::Schema& second,
                                               const Selection& selection) {
    if (selection.variables.empty()) return pairs_of(first, second);
    std::vector<VariablePair> pairs;
    for (const std::string& name : selection.names(first)) {
        const VariablePair pair{.name = name,
                                .first = find_variable(first, name),
                                .second = find_variable(second, name)};
        if (pair.first < 0 && pair.second < 0)
            return Status(Code::enotvar, "neither file has a variable '" + name + "'");
        pairs.push_back(pair);
    }
    return pairs;
}

/// The chosen part of a file, which may lack some of the variables.
Result<DiffedFile> open_part(const std::string& path, const Selection& selection) {
    Result<DiffedFile> file = DiffedFile::open(path);
    if (!file.ok()) return file;
    const Selection known = selection.known_to(file.value().input().schema());
    Result<Input> part = part_of(std::move(file.value().inputs.front()), known);
    if (!part.ok()) return part.status();
    file.value().inputs.front() = std::move(part).value();
    return file;
}

/// Adds inputs, for as many threads as the files are worth.
Status open_for_threads(const Team& team, const DiffOptions& options, DiffedFile& first,
                        DiffedFile& second) {
    const std::int64_t bytes = std::min(first.stored.file_bytes, second.stored.file_bytes);
    const int threads = threads_for(team, {options.first, options.second}, bytes);
    for (const auto& [path, file] :
         {std::pair{&options.first, &first}, std::pair{&options.second, &second}}) {
        while (std::ssize(file->inputs) < threads) {
            Result<DiffedFile> again = open_part(*path, options.selection);
            if (!again.ok()) return {again.code(), *path + ": " + again.status().context()};
            file->inputs.push_back(std::move(again.value().inputs.front()));
        }
    }
    return {};
}

/// Collective. All ranks open both files; a failure names the file.
Result<DiffedFile> open_together(const Team& team, const std::string& path,
                                 const Selection& selection) {
    Result<DiffedFile> opened = open_part(path, selection);
    const Status status = team.agree(opened.status());
    if (!status.ok()) {
        if (team.is_first()) complain(path, status);
        return status;
    }
    return opened;
}

/// The files must have the data that are compared.
Status check_both(const Team& team, const DiffOptions& options, const DiffedFile& first,
                  const DiffedFile& second, const std::vector<VariablePair>& pairs) {
    std::array<std::vector<int>, 2> ids;
    for (const VariablePair& pair : pairs) {
        ids[0].push_back(pair.first);
        ids[1].push_back(pair.second);
    }
    const std::array files{std::pair{&options.first, &first}, std::pair{&options.second, &second}};
    for (std::size_t i = 0; i < files.size() && !pairs.empty(); ++i) {
        const auto& [path, file] = files[i];
        const auto cut_short = short_files(*path, file->input(), file->stored, ids[i]);
        const Status whole = check_whole(*path, cut_short, options.may_be_short);
        if (!whole.ok()) return {whole.code(), *path + ": " + whole.context()};
        if (team.is_first() && !options.form.quiet) warn_cut_short(cut_short, "counts as zeros");
    }
    return {};
}

/// Collective. A tally for each pair on rank 0.
Result<std::vector<StringsTally>> compare_all_strings(const Team& team, const Input& first,
                                                      const Input& second,
                                                      const std::vector<VariablePair>& pairs) {
    std::vector<StringsTally> tallies;
    Status mine;
    for (std::size_t i = 0; i < pairs.size() && team.is_first() && mine.ok(); ++i) {
        Result<StringsTally> tally = compare_strings(first, second, pairs[i]);
        mine = tally.status();
        if (mine.ok()) tallies.push_back(std::move(tally).value());
    }
    const Status status = team.agree(mine);
    if (!status.ok()) return status;
    return tallies;
}

/// Collective. The exit code, on rank 0.
Result<int> compare_files(const Team& team, const DiffOptions& options, Output& out,
                          DiffedFile& first, DiffedFile& second) {
    Result<std::vector<VariablePair>> pairs =
        choose_pairs(first.input().schema(), second.input().schema(), options.selection);
    if (!pairs.ok()) return pairs.status();
    DiffReport report;
    if (options.selection.variables.empty())
        compare_globals(first.input(), second.input(), options.attributes, report.remarks);
    std::vector<VariablePair> comparable;
    std::vector<VariablePair> of_strings;
    for (const VariablePair& pair : pairs.value()) {
        compare_definitions(first.input().schema(), second.input().schema(), pair,
                            options.attributes, report.remarks);
        if (options.header_only) continue;
        const std::string reason =
            why_not_compared(first.input().schema(), second.input().schema(), pair);
        if (!reason.empty())
            report.not_compared.push_back(
                {pair.name, reason,
                 is_unread(first.input().schema(), second.input().schema(), pair)});
        if (are_comparable(first.input().schema(), second.input().schema(), pair))
            (first.input().schema().variable(pair.first).has_strings() ? of_strings : comparable)
                .push_back(pair);
    }
    Status mine = check_both(team, options, first, second, comparable);
    if (mine.ok() && !comparable.empty()) mine = open_for_threads(team, options, first, second);
    const Status whole = team.agree(mine);
    if (!whole.ok()) return whole;
    Tolerance tolerance;
    if (options.tolerance.size() == 2)
        tolerance = {.absolute = options.tolerance[0], .relative = options.tolerance[1]};
    Result<std::vector<Tally>> tallies =
        compare_data(team, first, second, comparable, tolerance, options.progress);
    if (!tallies.ok()) return tallies.status();
    const auto strings = compare_all_strings(team, first.input(), second.input(), of_strings);
    if (!strings.ok()) return strings.status();
    if (!team.is_first()) return exit_fine;
    for (std::size_t i = 0; i < comparable.size(); ++i) {
        report.variables.push_back(variable_report(first.input().schema(), second.input().schema(),
                                                   comparable[i], tallies.value()[i]));
    }
    for (std::size_t i = 0; i < of_strings.size(); ++i)
        report.variables.push_back(variable_report(first.input().schema(), second.input().schema(),
                                                   of_strings[i], strings.value()[i]));
    report.header_only = options.header_only;
    print_report(out, report, options.form, {options.first, options.second});
    return report.is_same() ? exit_fine : exit_failed;
}

int run_together(const Team& team, const DiffOptions& options, Output& out) {
    Result<DiffedFile> first = open_together(team, options.first, options.selection);
    if (!first.ok()) return exit_usage;
    Result<DiffedFile> second = open_together(team, options.second, options.selection);
    if (!second.ok()) return exit_usage;
    const Result<int> exit_code = compare_files(team, options, out, first.value(), second.value());
    if (!exit_code.ok()) {
        if (team.is_first()) complain("", exit_code.status());
        return exit_usage;
    }
    // The exit code is that of rank 0, which alone has it.
    return static_cast<int>(team.largest(exit_code.value()));
}

}  // namespace

void add_diff(CLI::App& program, Run& run) {
    CommandForm form(program, "diff");
    const auto options = std::make_shared<DiffOptions>();
    form.argument("FILE1", options->first);
    form.argument("FILE2", options->second);
    form.flag("-b", options->form.verbose);
    form.flag("-q", options->form.quiet);
    form.flag("-h", options->header_only);
    add_selection_options(form, options->selection);
    form.flag("--truncated", options->may_be_short);
    CLI::Option* const none = form.flag("--no-attributes", options->attributes.skips_all);
    form.list("--skip-attributes", options->attributes.skipped)->excludes(none);
    form.option("-t", options->tolerance)
        ->delimiter(',')
        ->expected(2)
        ->check(CLI::NonNegativeNumber);
    form.flag("--json", options->form.json);
    add_progress_option(form, options->progress);
    form.run_together(run, [options](const Team& team, Output& out) {
        return run_together(team, *options, out);
    });
}

}  // namespace weft::tools
