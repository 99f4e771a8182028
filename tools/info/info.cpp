// SPDX-License-Identifier: BSD-3-Clause
// weft info: the layout of a file.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/presentable.hpp"
#include "base/utf8.hpp"
#include "container/anatomy.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/info/chunks.hpp"
#include "tools/info/offsets.hpp"
#include "tools/info/parts.hpp"
#include "tools/part/names.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/nearest.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

struct InfoOptions {
    std::vector<std::string> paths;
    std::string path;                    // the current one
    std::vector<std::string> variables;  // empty: all
    bool gaps_only = false;
    bool json = false;
    bool format_only = false;
    bool offsets = false;
    bool asks_for_gaps = false;
    OffsetsForm form;
};

/// A file and the selected part of its map.
struct Subject {
    Input input;
    container::Regions map;
    std::optional<container::DividedFiles> others{};  // if there are several files

    [[nodiscard]] const model::Schema& schema() const { return input.schema(); }
    [[nodiscard]] std::ptrdiff_t parts() const { return others ? std::ssize(others->files) : 0; }
    /// The dimension along which a variable is divided, or "".
    [[nodiscard]] std::string divided_along(int variable) const {
        return others ? others->along[static_cast<std::size_t>(variable)] : "";
    }
    [[nodiscard]] std::string_view format() const { return formats::title_of(input.format()); }
};

/// "time=12, lat, ..." as "12 x 90 x 180".
std::string shape_text(const model::Schema& schema, const model::Variable& variable) {
    const std::vector<std::int64_t> shape = schema.shape_of(variable);
    return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, " x "));
}

/// The variables with these names; all variables if there are no names.
Result<std::vector<int>> select(const model::Schema& schema,
                                const std::vector<std::string>& names) {
    std::vector<int> ids;
    for (const std::string& name : names) {
        ids.push_back(find_variable(schema, name));
        if (ids.back() < 0) return no_variable(schema, name);
    }
    for (int id = 0; names.empty() && id < schema.variable_count(); ++id) ids.push_back(id);
    return ids;
}

void print_summary(Output& out, const InfoOptions& options, const Subject& subject) {
    const model::Schema& schema = subject.schema();
    const container::Regions& map = subject.map;
    out.print("{}: {} ({})\n", presentable_name(options.path), subject.format(),
              formats::word_of(subject.input.format()));
    if (subject.parts() > 0)
        out.print("  a set of {} parts; the rest describes the single file that it stands for\n",
                  subject.parts());
    if (subject.others) print_parts(out, *subject.others);
    out.print("  dimensions {}, variables {}, global attributes {}\n", schema.dimension_count(),
              schema.variable_count(), schema.global_attributes.size());
    out.print("  file        {} bytes", map.file_bytes);
    if (map.file_bytes < map.expected_bytes)
        out.print(", {} less than its data need", map.expected_bytes - map.file_bytes);
    out.print("\n  header      {} bytes, {} reserved\n", map.header_bytes, map.header_extent);
    out.print("  fixed data  from {} to {}\n", map.header_extent, map.fixed_end);
    if (map.record_bytes > 0) {
        out.print("  records     {} of {} bytes from {} on\n", schema.record_count,
                  map.record_bytes, map.record_begin);
    }
}

void print_variables(Output& out, const Subject& subject) {
    const model::Schema& schema = subject.schema();
    std::size_t name_width = 8;
    std::size_t shape_width = 5;
    for (const container::Region& placed : subject.map.variables) {
        name_width = std::max(name_width, schema.variable(placed.variable).name.size());
        shape_width =
            std::max(shape_width, shape_text(schema, schema.variable(placed.variable)).size());
    }
    if (subject.map.variables.empty()) return;
    out.print("\n  {:<{}}  {:<6}  {:<{}}  {:>14}  {:>14}  {:>10}\n", "variable", name_width, "type",
              "shape", shape_width, "offset", "bytes", "gap before");
    for (const container::Region& placed : subject.map.variables) {
        const model::Variable& variable = schema.variable(placed.variable);
        const std::string along = subject.divided_along(placed.variable);
        out.print("  {:<{}}  {:<6}  {:<{}}  {:>14}  {:>14}  {:>10}{}{}\n", variable.name,
                  name_width, types::name_of(variable.type), shape_text(schema, variable),
                  shape_width, placed.begin, placed.bytes, placed.gap_before,
                  placed.is_record ? "  per record" : "",
                  along.empty() ? "" : "  divided along " + along);
    }
}

/// Space behind the header and before the records is room for growth; other gaps are lost.
void print_gaps(Output& out, const InfoOptions& options, const Subject& subject) {
    for (const container::Region& placed : subject.map.variables) {
        if (placed.gap_before == 0) continue;
        out.print("{}: {} bytes at {} before variable {}\n", presentable_name(options.path),
                  placed.gap_before, placed.begin - placed.gap_before,
                  subject.schema().variable(placed.variable).name);
    }
}

nlohmann::ordered_json json_of(const InfoOptions& options, const Subject& subject) {
    const model::Schema& schema = subject.schema();
    const container::Regions& map = subject.map;
    nlohmann::ordered_json variables = nlohmann::ordered_json::array();
    for (const container::Region& placed : map.variables) {
        if (options.gaps_only && placed.gap_before == 0) continue;
        const model::Variable& variable = schema.variable(placed.variable);
        variables.push_back({{"name", as_utf8(variable.name)},
                             {"type", types::name_of(variable.type)},
                             {"shape", schema.shape_of(variable)},
                             {"record", placed.is_record},
                             {"offset", placed.begin},
                             {"bytes", placed.bytes},
                             {"end", placed.end},
                             {"gap_before", placed.gap_before}});
        if (subject.others)
            variables.back()["divided_along"] = as_utf8(subject.divided_along(placed.variable));
    }
    nlohmann::ordered_json text = {{"file", as_utf8(presentable_name(options.path))},
                                   {"format", formats::word_of(subject.input.format())},
                                   {"parts", subject.parts()},
                                   {"file_bytes", map.file_bytes},
                                   {"expected_bytes", map.expected_bytes},
                                   {"header_bytes", map.header_bytes},
                                   {"header_extent", map.header_extent},
                                   {"fixed_end", map.fixed_end},
                                   {"record_begin", map.record_begin},
                                   {"record_bytes", map.record_bytes},
                                   {"record_count", schema.record_count},
                                   {"dimension_count", schema.dimension_count()},
                                   {"variable_count", schema.variable_count()},
                                   {"variables", variables}};
    if (subject.others) text["part_files"] = json_of_parts(*subject.others);
    return text;
}

Result<Subject> examine(const InfoOptions& options) {
    Result<Input> input = Input::open(options.path);
    if (!input.ok()) return input.status();
    Result<container::Regions> map = input.value().regions();
    if (!map.ok()) return map.status();
    Subject subject{std::move(input).value(), std::move(map).value()};
    if (options.path != "-") {  // otherwise they would not be found
        const auto anatomy = formats::anatomy_of(options.path);
        if (!anatomy.ok()) return anatomy.status();
        auto others = anatomy.value()->others();
        if (!others.ok()) return others.status();
        subject.others = std::move(others).value();
    }
    const Result<std::vector<int>> selected = select(subject.schema(), options.variables);
    if (!selected.ok()) return selected.status();
    std::erase_if(subject.map.variables, [&](const container::Region& variable) {
        return std::ranges::find(selected.value(), variable.variable) == selected.value().end();
    });
    return subject;
}

/// The form of a file whose format keeps variables in chunks. Code::enotsupport if it does not.
Result<ChunkedFile> examine_in_chunks(const InfoOptions& options) {
    Result<Input> input = Input::open(options.path);
    if (!input.ok()) return input.status();
    Result<ChunkedFile> file = examine_chunks(options.path, std::move(input).value());
    if (!file.ok()) return file;
    Result<std::vector<int>> selected = select(file.value().input.schema(), options.variables);
    if (!selected.ok()) return selected.status();
    if (options.offsets || options.gaps_only || options.asks_for_gaps)
        return Status(Code::enotsupport, "the format keeps no variable in one place");
    file.value().shown = std::move(selected).value();
    return file;
}

/// The text in the requested form.
void print_text(Output& out, const InfoOptions& options, const Subject& subject) {
    if (options.format_only) {
        out.print("{}: {}\n", presentable_name(options.path), subject.format());
    } else if (options.asks_for_gaps) {
        out.print("{}\n", has_gaps(subject.map) ? 1 : 0);
    } else if (options.offsets) {
        OffsetsForm form = options.form;
        form.gaps = options.gaps_only;
        print_offsets(out, presentable_name(options.path), subject.input, subject.map, form);
    } else if (options.gaps_only) {
        print_gaps(out, options, subject);
    } else {
        print_summary(out, options, subject);
        print_variables(out, subject);
    }
}

/// A failure, unless it is shown.
Status show(const InfoOptions& options, Output& out, nlohmann::ordered_json& list) {
    const Result<Subject> subject = examine(options);
    if (subject.ok() && options.json) list.push_back(json_of(options, subject.value()));
    if (subject.ok() && !options.json) print_text(out, options, subject.value());
    if (subject.code() != Code::enotsupport) return subject.status();
    const Result<ChunkedFile> file = examine_in_chunks(options);
    if (!file.ok()) return file.status();
    if (options.json)
        list.push_back(json_of_chunks(file.value()));
    else if (options.format_only)
        out.print("{}: {}\n", presentable_name(options.path),
                  formats::word_of(file.value().input.format()));
    else
        print_chunks(out, file.value());
    return {};
}

/// Several files in JSON are one list.
int run_info(InfoOptions options, Output& out) {
    int exit_code = exit_fine;
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    const std::vector<std::string> paths = input_files(options.paths);
    for (const std::string& path : paths) {
        options.path = path;
        const Status shown = show(options, out, list);
        if (shown.ok()) continue;
        complain(path, shown);
        exit_code = exit_failed;
    }
    if (options.json && paths.size() > 1) out.print("{}\n", list.dump(2));
    if (options.json && paths.size() == 1 && !list.empty()) out.print("{}\n", list.front().dump(2));
    return exit_code;
}

}  // namespace

void add_info(CLI::App& program, Run& run) {
    CommandForm form(program, "info");
    const auto options = std::make_shared<InfoOptions>();
    form.argument("FILE", options->paths);
    form.list("-v", options->variables);
    form.flag("-g", options->gaps_only);
    form.flag("--format", options->format_only);
    form.flag("--offsets", options->offsets);
    form.flag("--sizes", options->form.sizes);
    form.flag("--all-records", options->form.all_records);
    form.flag("--has-gaps", options->asks_for_gaps);
    form.flag("--json", options->json);
    form.run(run, [options](Output& out) { return run_info(*options, out); });
}

}  // namespace weft::tools
