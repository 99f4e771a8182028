// SPDX-License-Identifier: BSD-3-Clause
// weft refs: where the values of a file are, for readers of Zarr.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/command.hpp"
#include "tools/part/names.hpp"
#include "tools/refs/document.hpp"
#include "tools/refs/locations.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

struct RefsOptions {
    std::vector<std::string> paths;
    std::string target;  // empty: standard output
    std::string url;
    std::vector<std::string> variables;
    ReferenceWishes wishes;
    bool skips = false;
};

/// Where the document of a file goes.
std::string target_of(const RefsOptions& options, const std::string& path) {
    std::error_code unknown;
    const bool is_folder =
        options.target.ends_with('/') || std::filesystem::is_directory(options.target, unknown);
    if (!is_folder) return options.target;
    return fmt::format("{}{}{}.json", options.target, options.target.ends_with('/') ? "" : "/",
                       file_name_of(path));
}

Result<std::vector<int>> chosen(const model::Schema& schema,
                                const std::vector<std::string>& items) {
    std::set<int> ids;
    for (const std::string& item : items) {
        const NamedItem taken = take_apart(schema, item);
        if (taken.slices.data() != nullptr)
            return Status(Code::einval, "references are made of whole variables: " + item);
        for (const std::string& name : taken.names) {
            const int id = find_variable(schema, name);
            if (id < 0) return unknown_variable(schema, name);
            ids.insert(id);
        }
    }
    for (int id = 0; items.empty() && id < schema.variable_count(); ++id) ids.insert(id);
    return std::vector<int>(ids.begin(), ids.end());
}

/// The plans of the chosen variables. Fails with the names of all that can have none, unless these
/// are skipped.
Result<std::vector<VariablePlan>> plan_all(const Input& input, const RefsOptions& options,
                                           const std::string& path) {
    const auto ids = chosen(input.schema(), options.variables);
    if (!ids.ok()) return ids.status();
    std::vector<VariablePlan> plans;
    std::vector<std::string> refused;
    Status first;
    for (const int id : ids.value()) {
        Result<VariablePlan> plan = plan_variable(input, id, options.wishes);
        if (plan.ok()) {
            plans.push_back(std::move(plan).value());
            continue;
        }
        first.keep_first(plan.status());
        refused.push_back(fmt::format("variable '{}': {}", input.schema().variable(id).name,
                                      plan.status().context()));
        if (options.skips) warn(path, "left out: " + refused.back());
    }
    if (refused.empty() || options.skips) return plans;
    return Status(first.code(), fmt::format("{}; --skip leaves out what cannot be referred to",
                                            fmt::join(refused, "; ")));
}

/// References must not lead to bytes that the files lack.
Status check_complete(const std::string& path, const Input& input,
                      const std::vector<VariablePlan>& plans) {
    const Result<container::Stored> stored = input.stored();
    if (!stored.ok()) return stored.status();
    std::vector<int> ids;
    for (const VariablePlan& plan : plans) ids.push_back(plan.variable);
    const std::vector<std::string> cut_short = short_files(path, input, stored.value(), ids);
    if (cut_short.empty()) return {};
    return {Code::etrunc, fmt::format("{} ends before its data do, so there is nothing that "
                                      "references could name",
                                      cut_short.front() == path ? "the file" : cut_short.front())};
}

Status write_document(const RefsOptions& options, const std::string& path, Output& out) {
    const Result<Input> input = Input::open(path);
    if (!input.ok()) return input.status();
    const auto files = locations_of(path, options.url);
    if (!files.ok()) return files.status();
    const auto plans = plan_all(input.value(), options, path);
    if (!plans.ok()) return plans.status();
    const Status complete = check_complete(path, input.value(), plans.value());
    if (!complete.ok()) return complete;
    std::optional<TextSink> sink;
    if (options.target.empty())
        sink.emplace(out);
    else
        sink.emplace(target_of(options, path), path);
    if (!sink->status().ok()) return sink->status();
    ReferenceDocument document(input.value(), files.value(), *sink);
    std::vector<std::string> left_out;
    const Status written = document.write(plans.value(), left_out);
    if (!written.ok()) return written;
    for (const std::string& name : left_out)
        warn(path, fmt::format("left out: attribute '{}', whose type JSON has no form for", name));
    return sink->finish();
}

/// Several files get a document each, under names of their own.
std::string what_is_wrong(const RefsOptions& options, const std::vector<std::string>& paths) {
    std::set<std::string> targets;
    for (const std::string& path : paths) {
        if (path == "-") return "references need the name of a file, not standard input";
        if (!targets.insert(target_of(options, path)).second)
            return options.target.empty()
                       ? "the references of several files need a folder: -o FOLDER/"
                       : fmt::format("several documents would be '{}'", target_of(options, path));
    }
    if (paths.size() > 1 && !options.url.empty() && !options.url.ends_with('/'))
        return "the --url of several files must be that of a folder, and end with '/'";
    if (options.wishes.inline_bytes < 0 || options.wishes.array_chunk_bytes < 1)
        return "--inline takes a number from 0 on, --chunk one from 1 on";
    return {};
}

int run_refs(const RefsOptions& options, Output& out) {
    const std::vector<std::string> paths = input_files(options.paths);
    if (const std::string wrong = what_is_wrong(options, paths); !wrong.empty()) {
        complain("", wrong);
        return exit_usage;
    }
    int exit_code = exit_fine;
    for (const std::string& path : paths) {
        const Status written = write_document(options, path, out);
        if (written.ok()) continue;
        complain(path, written);
        exit_code = exit_failed;
    }
    return exit_code;
}

}  // namespace

void add_refs(CLI::App& program, Run& run) {
    CommandForm form(program, "refs");
    const auto options = std::make_shared<RefsOptions>();
    form.argument("FILE", options->paths);
    form.option("-o", options->target);
    form.option("--url", options->url);
    form.list("-v", options->variables);
    form.option("--inline", options->wishes.inline_bytes);
    form.option("--chunk", options->wishes.array_chunk_bytes);
    form.flag("--skip", options->skips);
    form.run(run, [options](Output& out) { return run_refs(*options, out); });
}

}  // namespace weft::tools
