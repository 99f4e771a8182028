// SPDX-License-Identifier: BSD-3-Clause
// weft copy: a file in another format, with another layout, or a part of it.

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/copy/carry_out.hpp"
#include "tools/copy/formats.hpp"
#include "tools/copy/plan.hpp"
#include "tools/copy/resume.hpp"
#include "tools/copy/standard_output.hpp"
#include "tools/copy/target.hpp"
#include "tools/copy/values.hpp"
#include "tools/copy/whole.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/input_files.hpp"
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

/// What is copied, and how.
struct Job {
    Input source;
    container::Stored stored;
    CopyPlan plan;
    ValueCopy values;
    std::vector<std::string> cut_short;  // files that end before what is copied
};

/// The number of bytes of the target that an earlier copy has already written.
Result<std::int64_t> what_is_there(const Team& team, const CopyOptions& options,
                                   const container::OneFile& source, CopyTarget& target) {
    if (!target.goes_on()) return std::int64_t{0};
    const auto found = resume(*source.file, source.bytes, target.file(), team, options.progress);
    if (!found.ok()) return found.status();
    if (found.value().is_other)
        warn(options.target,
             "the rest of an earlier copy does not match the source; copying starts over");
    return found.value().kept_bytes;
}

/// Whether the source exists as the bytes of a single file. A set whose parts are netCDF-4 files
/// does not.
bool is_one_file(const std::string& source) {
    const Result<std::string> place = readable_path(source);
    const auto anatomy = place.ok() ? formats::anatomy_of(place.value()) : place.status();
    return !anatomy.ok() || anatomy.value()->one_file().code() != Code::enotsupport;
}

/// Opens the source and decides what to do.
Result<Job> job_of(const CopyOptions& options) {
    Result<Input> opened = Input::open(options.source);
    if (!opened.ok()) return opened.status();
    Input source = std::move(opened).value();
    if (options.joins && source.parts() == 0)
        return Status(Code::einval, "this is already a single file, not a set of files");
    Selection selection = options.selection;
    if (options.is_bare) selection.takes_companions = false;
    Result<Selected> selected = everything_of(source.schema());
    if (!selection.takes_everything()) selected = select_part(source, selection);
    if (!selected.ok()) return selected.status();
    CopyWishes wishes = options.wishes;
    wishes.repacks |= !is_one_file(options.source);
    Result<CopyPlan> plan = plan_copy(source.schema(), source.format(), selected.value(), wishes);
    if (!plan.ok()) return plan.status();
    Result<container::Stored> stored = source.stored();
    if (!stored.ok()) return stored.status();
    ValueCopy values{.source = options.source, .target = options.target};
    for (const int id : selected.value().variables)
        values.moves.push_back({.from = id, .to = static_cast<int>(values.moves.size())});
    if (!selected.value().has_whole_dimensions) values.of = selected.value().of;
    if (!values.of.empty()) source.narrow(values.of);
    Job job{std::move(source),
            std::move(stored).value(),
            std::move(plan).value(),
            std::move(values),
            {}};
    job.cut_short = short_files(options.source, job.source, job.stored, selected.value().variables);
    const Status whole = check_whole(options.source, job.cut_short, options.may_be_short);
    if (!whole.ok()) return whole;
    return job;
}

/// Collective. A dataset in the form of the source: its bytes. Returns how many of them were there.
Result<std::int64_t> copy_as_it_is(const Team& team, const CopyOptions& options,
                                   const std::string& path) {
    const Result<std::string> place = readable_path(options.source);
    const auto anatomy = place.ok() ? formats::anatomy_of(place.value()) : place.status();
    const auto source = anatomy.ok() ? anatomy.value()->one_file() : anatomy.status();
    const Status opened = team.agree(source.status());
    if (!opened.ok()) return opened;
    CopyTarget target;
    const Status created = target.create_or_go_on(team, path, options.source);
    if (!created.ok()) return created;
    const auto there = what_is_there(team, options, source.value(), target);
    const Status copied = there.ok() ? copy_bytes(team, source.value(), place.value(), target,
                                                  options.progress, there.value())
                                     : there.status();
    const Status placed = target.put_in_place(team, copied);
    if (!placed.ok()) return placed;
    return there;
}

/// Collective.
Status copy_anew(const Team& team, const CopyOptions& options, const Job& job,
                 const std::string& path) {
    NewDataset target;
    const Status created = target.create(team, path, options.source,
                                         {.kind = job.plan.kind,
                                          .schema = job.plan.schema,
                                          .layout = options.wishes.layout,
                                          .quantization = job.plan.quantization});
    if (!created.ok()) return created;
    const Status copied =
        copy_values(team, job.values, job.source, job.stored, target, options.progress);
    return target.put_in_place(team, copied);
}

/// Collective.
Result<Copied> copy_file(const Team& team, const CopyOptions& options, std::string& about) {
    about = options.source;
    Result<Job> planned = job_of(options);
    const Status ready = team.agree(planned.status());
    if (!ready.ok()) return ready;
    Job& job = planned.value();
    about = options.target;
    StandardOutput output(options.target);
    const Result<std::string> path = output.path(team);
    if (!path.ok()) return path.status();
    Result<std::int64_t> kept = std::int64_t{0};
    if (job.plan.is_identical) {
        kept = copy_as_it_is(team, options, path.value());
    } else {
        const Status copied = copy_anew(team, options, job, path.value());
        if (!copied.ok()) kept = copied;
    }
    if (!kept.ok()) return kept.status();
    const Status passed_on = team.agree(output.pass_on());
    if (!passed_on.ok()) return passed_on;
    if (team.is_first()) warn_cut_short(job.cut_short, "is zeros in the copy");
    for (const std::string& note : job.plan.notes)
        if (team.is_first()) warn(options.source, note);
    return Copied{std::move(job.plan), kept.value()};
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
            nlohmann::ordered_json report{{"source", as_utf8(options.source)},
                                          {"target", as_utf8(options.target)},
                                          {"identical", plan.is_identical},
                                          {"format", formats::word_of(plan.kind)},
                                          {"variables", plan.variable_count},
                                          {"bytes", bytes_of(options.target).value_or(0)}};
            if (copied.kept_bytes > 0) report["kept_bytes"] = copied.kept_bytes;
            return report;
        });
}

void add_layout_options(CommandForm& form, CopyWishes& wishes) {
    add_format_option(form, wishes.kind);
    form.option("--var-align", wishes.layout.variable_align)->check(CLI::NonNegativeNumber);
    form.option("--header-free", wishes.layout.header_free)->check(CLI::NonNegativeNumber);
    form.option("--record-align", wishes.layout.record_align)->check(CLI::NonNegativeNumber);
}

void add_storage_options(CommandForm& form, CopyWishes& wishes) {
    StorageWishes& storage = wishes.storage;
    CLI::Option* const deflate = form.option("--deflate", storage.deflate)->check(CLI::Range(0, 9));
    form.option("--zstd", storage.zstd)->check(CLI::Range(1, 22))->excludes(deflate);
    form.flag("--shuffle", storage.shuffles);
    form.each("-c", [&storage](const std::string& text) {
        const Status added = storage.chunks.add(text);
        if (!added.ok()) throw CLI::ValidationError("-c", added.context());
    });
    form.each("--checksum", [&storage](const std::string& word) {
        if (word != "fletcher32" && word != "none")
            throw CLI::ValidationError("--checksum", "is fletcher32 or none");
        storage.has_sums = word == "fletcher32";
    });
    form.each("--quantize", [&storage](const std::string& text) {
        const Status added = storage.quantize.add(text);
        if (!added.ok()) throw CLI::ValidationError("--quantize", added.context());
    });
    form.flag("--repack", wishes.repacks);
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
    add_storage_options(form, options->wishes);
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
