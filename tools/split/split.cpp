// SPDX-License-Identifier: BSD-3-Clause
// weft split: makes a set of a given number of parts from a file or a set.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.hpp"
#include "parts/paths.hpp"
#include "parts/set_id.hpp"
#include "sets/set_removal.hpp"
#include "storage/any_store.hpp"
#include "storage/path_prefix.hpp"
#include "tools/command.hpp"
#include "tools/copy/carry_out.hpp"
#include "tools/copy/run.hpp"
#include "tools/copy/target.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/set_files.hpp"
#include "tools/split/plan.hpp"

namespace weft::tools {
namespace {

struct SplitOptions {
    std::string source;
    std::string master;
    SplitWishes wishes;
    bool json = false;
    ProgressMode progress = ProgressMode::automatic;
};

/// The set that is being made: parts first, and the master last, so that a visible master always
/// has a complete set. All calls are collective.
class SplitRun {
public:
    SplitRun(const Team& team, const SplitOptions& options, const OpenedFile& source,
             const SplitPlan& plan)
        : team_(team), options_(options), source_(source), plan_(plan) {}

    /// Removes the set, after a failure with the file `about`.
    Status run(std::string& about) {
        Status status;
        for (std::size_t part = 0; part < plan_.parts.size() && status.ok(); ++part) {
            about = parts::path_of_part(options_.master, plan_.table.names[part]);
            status = make_part(about, plan_.parts[part]);
        }
        if (status.ok()) {
            about = options_.master;
            status = make(about, plan_.master, plan_.helpers);
        }
        if (!status.ok() && team_.is_first()) {
            for (const std::string& path : made_)
                status.keep_first(storage::AnyStore().remove(path));
        }
        return status;
    }

private:
    Status make_part(const std::string& path, const CopyPlan& plan) {
        storage::AnyStore store;
        const Status cleared =
            team_.agree(team_.is_first() ? sets::clear_place_of_part(store, path) : Status());
        if (!cleared.ok()) return cleared;
        const Status made = make(path, plan, {});
        if (made.ok()) made_.push_back(path);
        return made;
    }

    Status make(const std::string& path, const CopyPlan& plan,
                const std::vector<parts::HelperValues>& helpers) {
        CopyTarget target;
        const Status created = target.create(team_, path, options_.source);
        if (!created.ok()) return created;
        Status mine = run_copy(team_, plan, source_, options_.source, target, options_.progress);
        for (std::size_t i = 0; i < helpers.size() && mine.ok() && team_.is_first(); ++i)
            mine = target.file().write_at(plan_.helper_begins[i], helpers[i].bytes);
        return target.put_in_place(team_, mine);
    }

    const Team& team_;
    const SplitOptions& options_;
    const OpenedFile& source_;
    const SplitPlan& plan_;
    std::vector<std::string> made_;
};

/// Called on rank 0. A set never replaces an existing set, whose parts may lie elsewhere.
Status check_free(const std::string& path) {
    const auto facts = storage::AnyStore().inspect(path);
    if (!facts.ok()) return facts.status();
    if (!facts.value().exists) return {};
    return {Code::eexist, "the file exists already, and split does not overwrite files"};
}

/// Called on rank 0. New parts replace old ones of the same names, but never files of the source.
Status check_distinct(const SplitOptions& options, const parts::Table& table) {
    const std::set<std::string> sources = identities_of(options.source);
    for (const std::string_view name : table.names) {
        const std::string path = parts::path_of_part(options.master, name);
        if (sources.contains(identity_of(path)))
            return {Code::einval, "the part \"" + path + "\" is a file of the source"};
    }
    return {};
}

parts::SetId draw_together(const Team& team) {
    const std::string text =
        team.text_of_first(team.is_first() ? parts::text_of(parts::draw_set_id()) : "");
    return parts::set_id_of(text).value_or(parts::SetId{});
}

/// Collective.
Result<SplitPlan> split_file(const Team& team, const SplitOptions& options, std::string& about) {
    about = options.source;
    const Result<OpenedFile> source = open_data(options.source);
    const Status opened = team.agree(source.status());
    if (!opened.ok()) return opened;
    Result<SplitPlan> plan =
        plan_split(source.value(), options.master, draw_together(team), options.wishes);
    const Status planned = team.agree(plan.status());
    if (!planned.ok()) return planned;
    about = options.master;
    Status is_free;
    if (team.is_first()) is_free = check_free(options.master);
    if (team.is_first() && is_free.ok()) is_free = check_distinct(options, plan.value().table);
    is_free = team.agree(is_free);
    if (!is_free.ok()) return is_free;
    const Status made = SplitRun(team, options, source.value(), plan.value()).run(about);
    if (!made.ok()) return made;
    if (team.is_first())
        warn_cut_short(short_files(options.source, source.value()), "is zeros in the set");
    return plan;
}

int divided_variables(const parts::Table& table) {
    return static_cast<int>(std::ranges::count_if(
        table.variables, [](const parts::Division& division) { return !division.is_whole(); }));
}

int run_together(const Team& team, const SplitOptions& options, Output& out) {
    return carry_out(
        team, options.json, out,
        [&](std::string& about) { return split_file(team, options, about); },
        [&](const SplitPlan& plan) {
            return nlohmann::ordered_json{{"source", as_utf8(options.source)},
                                          {"set", as_utf8(options.master)},
                                          {"parts", plan.table.part_count()},
                                          {"variables", std::ssize(plan.table.variables)},
                                          {"divided", divided_variables(plan.table)},
                                          {"bytes", plan.file_bytes()}};
        });
}

void add_wishes(CommandForm& form, SplitWishes& wishes) {
    constexpr int most_parts = 10000;
    form.option("-n", wishes.parts)->required()->check(CLI::Range(1, most_parts));
    form.list("--dirs", wishes.folders);
    form.list("--weights", wishes.weights)->check(CLI::Range(0, 1 << 20));
    form.option("--min-ndims", wishes.rules.least_dimensions)->check(CLI::PositiveNumber);
    form.option("--least-bytes", wishes.rules.least_bytes)->check(CLI::NonNegativeNumber);
}

}  // namespace

void add_split(CLI::App& program, Run& run) {
    CommandForm form(program, "split");
    const auto options = std::make_shared<SplitOptions>();
    form.argument("IN", options->source);
    form.argument("SET", options->master);
    add_wishes(form, options->wishes);
    form.flag("--json", options->json);
    add_progress_option(form, options->progress);
    form.run_together(run, [options](const Team& team, Output& out) {
        options->master = storage::strip_path_prefix(options->master);
        return run_together(team, *options, out);
    });
}

}  // namespace weft::tools
