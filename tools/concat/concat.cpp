// SPDX-License-Identifier: BSD-3-Clause
// weft concat: joins files along the record dimension.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/concat/plan.hpp"
#include "tools/concat/recoding.hpp"
#include "tools/concat/times.hpp"
#include "tools/copy/carry_out.hpp"
#include "tools/copy/formats.hpp"
#include "tools/diff/data.hpp"
#include "tools/part/selection.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/new_dataset.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/set_files.hpp"

namespace weft::tools {
namespace {

struct ConcatOptions {
    std::vector<std::string> files;  // the sources and the target
    ConcatWishes wishes;
    bool may_be_short = false;
    bool overwrites = false;  // accepted for compatibility: files are always overwritten
    bool json = false;
    ProgressMode progress = ProgressMode::automatic;
};

/// All calls are collective; `about` names the file of a failure.
class Concat {
public:
    Concat(const Team& team, const ConcatOptions& options, std::string& about)
        : team_(team), options_(options), about_(about) {
        paths_ = input_files({options.files.begin(), options.files.end() - 1});
    }

    Result<ConcatPlan> run() {
        const Status read = read_headers();
        if (!read.ok()) return read;
        std::size_t at_fault = 0;
        Result<ConcatPlan> plan =
            plan_concat(sources_, options_.files.back(), options_.wishes, at_fault);
        if (!plan.ok()) about_ = paths_[at_fault];
        const Status planned = team_.agree(plan.status());
        if (!planned.ok()) return planned;
        warn_of_times();
        for (std::size_t i = 1; i < paths_.size(); ++i) {
            const Status compared = compare_fixed(i);
            if (!compared.ok()) return compared;
        }
        const Status made = make(plan.value());
        if (!made.ok()) return made;
        return plan;
    }

private:
    /// Files are closed again: there may be more than a process may have open.
    Status read_headers() {
        for (const std::string& path : paths_) {
            about_ = path;
            const Result<Input> opened = Input::open(path);
            Result<container::Stored> stored = opened.status();
            if (opened.ok()) stored = opened.value().stored();
            const Status agreed = team_.agree(stored.status());
            if (!agreed.ok()) return agreed;
            const Input& input = opened.value();
            const std::vector<std::string> cut_short =
                short_files(path, input, stored.value(), everything_of(input.schema()).variables);
            const Status whole = team_.agree(check_whole(path, cut_short, options_.may_be_short));
            if (!whole.ok()) return whole;
            if (team_.is_first()) {
                warn_cut_short(cut_short, "is zeros in the result");
                spans_.push_back(time_span_of(input));
            }
            sources_.push_back({path, input.schema(), input.format()});
        }
        return {};
    }

    void warn_of_times() const {
        for (std::size_t i = 0; i < spans_.size(); ++i) {
            for (const std::string& sentence : complaints_about(spans_, paths_, i))
                warn(paths_[i], sentence);
        }
    }

    /// Copies from the file that was read before.
    Status add_file(std::size_t i, const ValueCopy& copy, NewDataset& target) {
        about_ = paths_[i];
        const Result<Input> opened = Input::open(paths_[i]);
        Status mine = opened.status();
        if (mine.ok() && opened.value().schema().record_count != sources_[i].schema.record_count)
            mine = {Code::eread, "the file has changed since it was first read"};
        Result<container::Stored> stored = mine;
        if (mine.ok()) stored = opened.value().stored();
        mine = team_.agree(stored.status());
        if (!mine.ok()) return mine;
        return team_.agree(
            copy_values(team_, copy, opened.value(), stored.value(), target, options_.progress));
    }

    Result<DiffedFile> open_to_compare(std::size_t i) {
        about_ = paths_[i];
        Result<DiffedFile> opened = DiffedFile::open(paths_[i]);
        const Status agreed = team_.agree(opened.status());
        if (!agreed.ok()) return agreed;
        return opened;
    }

    /// The attributes by which a variable without records has another meaning than in the first
    /// file.
    void warn_of_meaning(const model::Variable& first, const model::Variable& other,
                         const std::string& path) const {
        const std::string names = differing_attributes(first, other);
        if (names.empty() || options_.wishes.as_stored || !team_.is_first()) return;
        warn(path, fmt::format("variable '{}', which has no records, has other attributes than in "
                               "the first file ({}); it is kept as it is there",
                               other.name, names));
    }

    /// Variables without records are taken from the first file. Warns if they differ.
    Status compare_fixed(std::size_t i) {
        const model::Schema& schema = sources_.front().schema;
        const model::Schema& other = sources_[i].schema;
        std::vector<VariablePair> pairs;
        for (const VariablePair& pair : pairs_of(schema, other)) {
            const bool is_fixed =
                pair.first >= 0 && !schema.is_record_variable(schema.variable(pair.first));
            if (!is_fixed || !are_comparable(schema, other, pair)) continue;
            pairs.push_back(pair);
            warn_of_meaning(schema.variable(pair.first), other.variable(pair.second), paths_[i]);
        }
        if (pairs.empty()) return {};
        const Result<DiffedFile> first = open_to_compare(0);
        if (!first.ok()) return first.status();
        const Result<DiffedFile> next = open_to_compare(i);
        if (!next.ok()) return next.status();
        const auto tallies =
            compare_data(team_, first.value(), next.value(), pairs, {}, ProgressMode::none);
        if (!tallies.ok()) return tallies.status();
        for (std::size_t at = 0; at < tallies.value().size(); ++at) {
            if (tallies.value()[at].differing > 0)
                warn(paths_[i],
                     "variable '" + pairs[at].name +
                         "', which has no records, has other values in this file than in the first "
                         "file; those of the first file are kept");
        }
        return {};
    }

    Status make(const ConcatPlan& plan) {
        about_ = options_.files.back();
        const Status distinct = team_.agree(check_distinct());
        if (!distinct.ok()) return distinct;
        NewDataset target;
        const Status created = target.create(team_, options_.files.back(), paths_.front(),
                                             {.kind = plan.kind, .schema = plan.schema});
        if (!created.ok()) return created;
        Status status;
        for (std::size_t i = 0; i < paths_.size() && status.ok(); ++i)
            status = add_file(i, plan.of_files[i], target);
        if (status.ok()) about_ = options_.files.back();
        return target.put_in_place(team_, status);
    }

    Status check_distinct() const {
        const std::set<std::string> targets = identities_of(options_.files.back());
        if (targets.empty()) return {};
        for (const std::string& path : paths_) {
            for (const std::string& identity : identities_of(path)) {
                if (targets.contains(identity))
                    return {Code::einval, "the target is one of the files to join"};
            }
        }
        return {};
    }

    const Team& team_;
    const ConcatOptions& options_;
    std::string& about_;
    std::vector<std::string> paths_;
    std::vector<ConcatSource> sources_;
    std::vector<std::optional<TimeSpan>> spans_;  // of rank 0
};

int concat_together(const Team& team, const ConcatOptions& options, Output& out) {
    if (options.files.size() < 2) {
        if (team.is_first()) complain("", "OUT is missing: give it after the files to join");
        return exit_usage;
    }
    return carry_out(
        team, options.json, out,
        [&](std::string& about) { return Concat(team, options, about).run(); },
        [&](const ConcatPlan& plan) {
            return nlohmann::ordered_json{{"target", as_utf8(options.files.back())},
                                          {"files", plan.of_files.size()},
                                          {"records", plan.schema.record_count},
                                          {"format", formats::word_of(plan.kind)},
                                          {"variables", plan.schema.variable_count()},
                                          {"bytes", bytes_of(options.files.back()).value_or(0)}};
        });
}

}  // namespace

void add_concat(CLI::App& program, Run& run) {
    CommandForm form(program, "concat");
    const auto options = std::make_shared<ConcatOptions>();
    form.argument("IN", options->files);
    add_format_option(form, options->wishes.kind);
    form.flag("-O", options->overwrites);
    form.flag("--as-stored", options->wishes.as_stored);
    form.flag("--truncated", options->may_be_short);
    form.flag("--json", options->json);
    add_progress_option(form, options->progress);
    form.run_together(run, [options](const Team& team, Output& out) {
        return concat_together(team, *options, out);
    });
}

}  // namespace weft::tools
