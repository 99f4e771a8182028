// SPDX-License-Identifier: BSD-3-Clause
// weft copy: a file in another format, with another layout, or a part of it.

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "tools/command.hpp"
#include "tools/copy/carry_out.hpp"
#include "tools/copy/formats.hpp"
#include "tools/copy/plan.hpp"
#include "tools/copy/resume.hpp"
#include "tools/copy/run.hpp"
#include "tools/copy/standard_output.hpp"
#include "tools/copy/target.hpp"
#include "tools/part/turned_file.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/progress.hpp"

namespace weft::tools {
namespace {

struct CopyOptions {
    std::string source;
    std::string target;
    CopyWishes wishes;
    Selection selection;
    bool joins = false;  // the source is a set
    bool may_be_short = false;
    bool is_bare = false;     // without the variables that the chosen ones need
    bool overwrites = false;  // accepted for compatibility: files are always overwritten
    bool json = false;
    ProgressMode progress = ProgressMode::automatic;
};

/// The plan that was carried out, and what existed before.
struct Copied {
    CopyPlan plan;
    std::int64_t kept_bytes = 0;
};

/// How many bytes of the target an earlier copy has already written.
Result<std::int64_t> what_is_there(const Team& team, const CopyOptions& options,
                                   const OpenedFile& source, CopyTarget& target) {
    if (!target.goes_on()) return std::int64_t{0};
    const auto found = resume(*source.file, source.bytes, target.file(), team, options.progress);
    if (!found.ok()) return found.status();
    if (found.value().is_other)
        warn(options.target,
             "the rest of an earlier copy does not match the source; copying starts over");
    return found.value().kept_bytes;
}

/// Opens the source as a file that has the selection in the order of the target.
Result<CopyPlan> plan_of(const CopyOptions& options, OpenedFile& source) {
    Selection selection = options.selection;
    if (options.is_bare) selection.takes_companions = false;
    Result<Selected> selected = everything_of(source.schema);
    if (!selection.takes_everything()) {
        const Result<Input> input = Input::open(options.source);
        selected = input.ok() ? select_part(input.value(), selection) : input.status();
    }
    if (!selected.ok()) return selected.status();
    source = turned(std::move(source), selected.value());
    return plan_copy(source, selected.value(), options.wishes);
}

/// The files that end before the data of the plan.
std::vector<std::string> cut_short_by(const CopyPlan& plan, const std::string& path,
                                      const OpenedFile& source) {
    if (plan.is_identical || !source.short_parts.empty()) return short_files(path, source);
    return takes_all(plan, source.bytes) ? std::vector<std::string>() : std::vector{path};
}

/// Collective.
Result<Copied> copy_file(const Team& team, const CopyOptions& options, std::string& about) {
    about = options.source;
    Result<OpenedFile> source = open_data(options.source);
    Status opened = team.agree(source.status());
    if (opened.ok() && options.joins && source.value().parts == 0)
        opened = {Code::einval, "this is already a single file, not a set of files"};
    if (!opened.ok()) return opened;
    Result<CopyPlan> plan = plan_of(options, source.value());
    std::vector<std::string> cut_short;
    Status mine = plan.status();
    if (mine.ok()) cut_short = cut_short_by(plan.value(), options.source, source.value());
    if (mine.ok()) mine = check_whole(options.source, cut_short, options.may_be_short);
    const Status planned = team.agree(mine);
    if (!planned.ok()) return planned;
    about = options.target;
    StandardOutput output(options.target);
    const Result<std::string> path = output.path(team);
    if (!path.ok()) return path.status();
    CopyTarget target;
    const Status created = plan.value().is_identical
                               ? target.create_or_go_on(team, path.value(), options.source)
                               : target.create(team, path.value(), options.source);
    if (!created.ok()) return created;
    const auto there = what_is_there(team, options, source.value(), target);
    const Status copied = there.ok() ? run_copy(team, plan.value(), source.value(), options.source,
                                                target, options.progress, there.value())
                                     : there.status();
    const Status placed = target.put_in_place(team, copied);
    if (!placed.ok()) return placed;
    const Status passed_on = team.agree(output.pass_on());
    if (!passed_on.ok()) return passed_on;
    if (team.is_first()) warn_cut_short(cut_short, "is zeros in the copy");
    return Copied{std::move(plan).value(), there.value()};
}

int run_together(const Team& team, const CopyOptions& options, Output& out) {
    if (options.json && options.target == "-") {
        if (team.is_first())
            complain("", "--json and OUT cannot both be written to standard output");
        return exit_usage;
    }
    return carry_out(
        team, options.json, out,
        [&](std::string& about) { return copy_file(team, options, about); },
        [&](const Copied& copied) {
            const CopyPlan& plan = copied.plan;
            nlohmann::ordered_json report{
                {"source", as_utf8(options.source)}, {"target", as_utf8(options.target)},
                {"identical", plan.is_identical},    {"format", kind_of(plan.version)},
                {"variables", plan.variable_count},  {"bytes", plan.file_bytes}};
            if (copied.kept_bytes > 0) report["kept_bytes"] = copied.kept_bytes;
            return report;
        });
}

void add_layout_options(CommandForm& form, CopyWishes& wishes) {
    add_format_option(form, wishes.version);
    form.option("--var-align", wishes.variable_align)->check(CLI::NonNegativeNumber);
    form.option("--header-free", wishes.header_free)->check(CLI::NonNegativeNumber);
    form.option("--record-align", wishes.record_align)->check(CLI::NonNegativeNumber);
}

/// The common options of both commands.
void add_run(CommandForm& form, const std::shared_ptr<CopyOptions>& options, Run& run) {
    form.flag("--truncated", options->may_be_short);
    form.flag("--json", options->json);
    add_progress_option(form, options->progress);
    form.run_together(run, [options](const Team& team, Output& out) {
        return run_together(team, *options, out);
    });
}

}  // namespace

void add_copy(CLI::App& program, Run& run) {
    CommandForm form(program, "copy");
    const auto options = std::make_shared<CopyOptions>();
    form.argument("IN", options->source);
    form.argument("OUT", options->target);
    add_layout_options(form, options->wishes);
    options->selection.takes_companions = true;
    add_selection_options(form, options->selection);
    form.flag("-x", options->selection.excludes);
    form.flag("-C", options->is_bare);
    form.flag("-O", options->overwrites);
    form.flag("-u", options->wishes.fixes_records);
    add_run(form, options, run);
}

void add_join(CLI::App& program, Run& run) {
    CommandForm form(program, "join");
    const auto options = std::make_shared<CopyOptions>();
    options->joins = true;
    form.argument("SET", options->source);
    form.argument("OUT", options->target);
    add_run(form, options, run);
}

}  // namespace weft::tools
