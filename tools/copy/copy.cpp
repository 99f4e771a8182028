// SPDX-License-Identifier: BSD-3-Clause
// weft copy: a file in another format, with another layout, or a part of it.
#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/command.hpp"
#include "tools/copy/carry_out.hpp"
#include "tools/copy/plan.hpp"
#include "tools/copy/run.hpp"
#include "tools/copy/target.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/json_text.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/progress.hpp"

namespace weft::tools {
namespace {

struct CopyOptions {
    std::string source;
    std::string target;
    CopyWishes wishes;
    bool joins = false;  // the source is a set
    bool json = false;
    ProgressMode progress = ProgressMode::automatic;
};

/// Collective. The plan that was carried out.
Result<CopyPlan> copy_file(const Team& team, const CopyOptions& options, std::string& about) {
    about = options.source;
    const Result<OpenedFile> source = open_netcdf(options.source);
    Status opened = team.agree(source.status());
    if (opened.ok() && options.joins && source.value().parts == 0)
        opened = {Code::einval, "is a single file, and no set of files to be joined"};
    if (!opened.ok()) return opened;
    Result<CopyPlan> plan = plan_copy(source.value(), options.wishes);
    const Status planned = team.agree(plan.status());
    if (!planned.ok()) return planned;
    about = options.target;
    CopyTarget target;
    const Status created = target.create(team, options.target, options.source);
    if (!created.ok()) return created;
    const Status copied =
        run_copy(team, plan.value(), source.value(), options.source, target, options.progress);
    const Status placed = target.put_in_place(team, copied);
    if (!placed.ok()) return placed;
    if (team.is_first() && source.value().bytes < data_end(source.value()))
        warn(options.source, "the file ends before its data; what is missing is zeros in the copy");
    return plan;
}

int run_together(const Team& team, const CopyOptions& options, Output& out) {
    return carry_out(
        team, options.json, out,
        [&](std::string& about) { return copy_file(team, options, about); },
        [&](const CopyPlan& plan) {
            return nlohmann::ordered_json{
                {"source", as_utf8(options.source)}, {"target", as_utf8(options.target)},
                {"identical", plan.is_identical},    {"format", kind_of(plan.version)},
                {"variables", plan.variable_count},  {"bytes", plan.file_bytes}};
        });
}

const std::map<std::string, format::Version>& version_names() {
    using enum format::Version;
    static const std::map<std::string, format::Version> names{
        {"classic", cdf1}, {"1", cdf1},    {"64-bit-offset", cdf2}, {"64-bit offset", cdf2},
        {"2", cdf2},       {"cdf5", cdf5}, {"64-bit-data", cdf5},   {"5", cdf5}};
    return names;
}

void add_selection_options(CLI::App& command, CopyWishes& wishes) {
    command.add_option("-v", wishes.selection.variables, "These variables only (VAR,...)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("VAR");
    command
        .add_option_function<std::vector<std::string>>(
            "-d",
            [&wishes](const std::vector<std::string>& texts) {
                for (const std::string& text : texts) {
                    const Result<IndexRange> range = parse_range(text);
                    if (!range.ok()) throw CLI::ValidationError("-d", range.status().context());
                    wishes.selection.ranges.push_back(range.value());
                }
            },
            "Indices LO to HI of a dimension only, counted from 0; once for each dimension")
        ->allow_extra_args(false)
        ->type_name("DIM,LO,HI");
}

void add_layout_options(CLI::App& command, CopyWishes& wishes) {
    command
        .add_option_function<std::string>(
            "-k", [&wishes](const std::string& name) { wishes.version = version_names().at(name); },
            "The target's format: classic, 64-bit-offset or cdf5 (1, 2, 5)")
        ->check(CLI::IsMember(version_names()))
        ->type_name("FORMAT");
    const auto add_bytes = [&command](const char* name, std::optional<std::int64_t>& wish,
                                      const char* text) {
        command.add_option(name, wish, text)->check(CLI::NonNegativeNumber)->type_name("BYTES");
    };
    add_bytes("--var-align", wishes.variable_align, "Alignment of the data section");
    add_bytes("--header-free", wishes.header_free, "Room for the header to grow");
    add_bytes("--record-align", wishes.record_align, "Alignment of the records");
}

/// What both commands have in common.
void add_run(CLI::App& command, const std::shared_ptr<CopyOptions>& options, Run& run) {
    command.add_flag("--json", options->json, "Say what was done, as JSON");
    add_progress_option(command, options->progress);
    command.callback([options, &run] {
        run = [options](Output& out) {
            return run_as_team(out,
                               [&](const Team& team) { return run_together(team, *options, out); });
        };
    });
}

}  // namespace

void add_copy(CLI::App& program, Run& run) {
    CLI::App* command = program.add_subcommand(
        "copy", "Copy a file, a part of it, or into another format; also under mpiexec");
    const auto options = std::make_shared<CopyOptions>();
    command->add_option("IN", options->source, "The file to copy")->required();
    command->add_option("OUT", options->target, "The copy, which appears when it is complete")
        ->required();
    add_layout_options(*command, options->wishes);
    add_selection_options(*command, options->wishes);
    add_run(*command, options, run);
}

void add_join(CLI::App& program, Run& run) {
    CLI::App* command = program.add_subcommand(
        "join", "Make one file of a set of part files and their master; also under mpiexec");
    const auto options = std::make_shared<CopyOptions>();
    options->joins = true;
    command->add_option("SET", options->source, "The master of the set")->required();
    command->add_option("OUT", options->target, "The file, which appears when it is complete")
        ->required();
    add_run(*command, options, run);
}

}  // namespace weft::tools
