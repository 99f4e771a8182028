// SPDX-License-Identifier: BSD-3-Clause
// weft split: makes a set of a given number of parts from a file or a set.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "container/settings.hpp"
#include "formats/formats.hpp"
#include "parts/paths.hpp"
#include "storage/any_store.hpp"
#include "storage/path_prefix.hpp"
#include "tools/command.hpp"
#include "tools/copy/carry_out.hpp"
#include "tools/copy/values.hpp"
#include "tools/part/selection.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/new_dataset.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/set_files.hpp"

namespace weft::tools {
namespace {

struct SplitOptions {
    std::string source;
    std::string master;
    container::Settings::Parts parts;
    bool json = false;
    ProgressMode progress = ProgressMode::automatic;
};

Status check_weights(const container::Settings::Parts& parts) {
    if (parts.weights.empty()) return {};
    if (std::ssize(parts.weights) != parts.count)
        return {Code::einval, fmt::format("there are {} weights for {} parts", parts.weights.size(),
                                          parts.count)};
    const bool are_zero = std::ranges::all_of(parts.weights, [](auto w) { return w == 0; });
    return are_zero ? Status(Code::einval, "all weights are 0") : Status();
}

/// Called on rank 0. A set never replaces an existing set, whose parts may lie elsewhere.
Status check_free(const std::string& path) {
    const auto facts = storage::AnyStore().inspect(path);
    if (!facts.ok()) return facts.status();
    if (!facts.value().exists) return {};
    return {Code::eexist, "the file exists already, and split does not overwrite files"};
}

/// Called on rank 0. New parts replace old ones of the same names, but never files of the source.
/// In other folders their names are new.
Status check_distinct(const SplitOptions& options) {
    if (!options.parts.folders.empty()) return {};
    const std::set<std::string> sources = identities_of(options.source);
    for (int part = 0; part < options.parts.count; ++part) {
        const std::string path =
            parts::path_of_part(options.master, parts::name_of_part(options.master, part, {}, {}));
        if (sources.contains(identity_of(path)))
            return {Code::einval, "the part \"" + path + "\" is a file of the source"};
    }
    return {};
}

Status check_divides(const NewDataset& set, const parts::Rules& rules) {
    if (set.parts() > 0) return {};
    return {Code::einval,
            fmt::format("no variable has {} dimensions and {} bytes, so there is none to divide",
                        rules.least_dimensions, rules.least_bytes)};
}

/// Collective. Makes the set: its master gets its name at last, so that a visible master always has
/// a complete set.
Status make(const Team& team, const SplitOptions& options, const Input& source,
            const container::Stored& stored) {
    Status can = check_weights(options.parts);
    if (can.ok() && team.is_first()) can = check_free(options.master);
    if (can.ok() && team.is_first()) can = check_distinct(options);
    can = team.agree(can);
    if (!can.ok()) return can;
    // The places are kept, so that the joined set is the same file again.
    const Result<container::Regions> places = source.regions();
    NewDataset set;
    Status status =
        set.create(team, options.master, options.source,
                   {.kind = source.format(),
                    .schema = source.schema(),
                    .parts = options.parts,
                    .places = places.ok() ? std::optional(places.value()) : std::nullopt});
    if (!status.ok()) return status;
    status = check_divides(set, options.parts.rules);
    ValueCopy copy{.source = options.source, .target = options.master};
    for (int id = 0; id < source.schema().variable_count(); ++id)
        copy.moves.push_back({.from = id, .to = id});
    if (status.ok()) status = copy_values(team, copy, source, stored, set, options.progress);
    return set.put_in_place(team, status);
}

/// Collective. The divided files.
Result<container::DividedFiles> split_file(const Team& team, const SplitOptions& options,
                                           std::string& about) {
    about = options.source;
    const Result<Input> source = Input::open(options.source);
    Result<container::Stored> stored = source.status();
    if (source.ok()) stored = source.value().stored();
    const Status opened = team.agree(stored.status());
    if (!opened.ok()) return opened;
    about = options.master;
    const Status made = make(team, options, source.value(), stored.value());
    if (!made.ok()) return made;
    if (!team.is_first()) return container::DividedFiles();
    warn_cut_short(short_files(options.source, source.value(), stored.value(),
                               everything_of(source.value().schema()).variables),
                   "is zeros in the set");
    const auto anatomy = formats::anatomy_of(options.master);
    const auto others = anatomy.ok() ? anatomy.value()->others() : anatomy.status();
    if (!others.ok()) return others.status();
    return others.value().value_or(container::DividedFiles());
}

int run_together(const Team& team, const SplitOptions& options, Output& out) {
    return carry_out(
        team, options.json, out,
        [&](std::string& about) { return split_file(team, options, about); },
        [&](const container::DividedFiles& set) {
            std::int64_t bytes = bytes_of(options.master).value_or(0);
            for (const auto& file : set.files) bytes += bytes_of(file.path).value_or(0);
            return nlohmann::ordered_json{
                {"source", as_utf8(options.source)},
                {"set", as_utf8(options.master)},
                {"parts", set.files.size()},
                {"variables", set.along.size()},
                {"divided", std::ssize(set.along) - std::ranges::count(set.along, std::string())},
                {"bytes", bytes}};
        });
}

void add_wishes(CommandForm& form, container::Settings::Parts& parts) {
    constexpr int most_parts = 10000;
    form.option("-n", parts.count)->required()->check(CLI::Range(1, most_parts));
    form.list("--dirs", parts.folders);
    form.list("--weights", parts.weights)->check(CLI::Range(0, 1 << 20));
    form.option("--min-ndims", parts.rules.least_dimensions)->check(CLI::PositiveNumber);
    form.option("--least-bytes", parts.rules.least_bytes)->check(CLI::NonNegativeNumber);
}

}  // namespace

void add_split(CLI::App& program, Run& run) {
    CommandForm form(program, "split");
    const auto options = std::make_shared<SplitOptions>();
    form.argument("IN", options->source);
    form.argument("SET", options->master);
    add_wishes(form, options->parts);
    form.flag("--json", options->json);
    add_progress_option(form, options->progress);
    form.run_together(run, [options](const Team& team, Output& out) {
        options->master = storage::strip_path_prefix(options->master);
        return run_together(team, *options, out);
    });
}

}  // namespace weft::tools
