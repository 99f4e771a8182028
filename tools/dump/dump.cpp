// SPDX-License-Identifier: BSD-3-Clause
// weft dump: a file as text, in CDL, JSON or NcML.
#include "tools/dump/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/presentable.hpp"
#include "container/anatomy.hpp"
#include "container/constants.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/dump/cdl_text.hpp"
#include "tools/dump/follow.hpp"
#include "tools/dump/notes.hpp"
#include "tools/dump/shortfall.hpp"
#include "tools/part/companions.hpp"
#include "tools/part/names.hpp"
#include "tools/part/part_of.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/json_text.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/nearest.hpp"

namespace weft::tools {
namespace {

struct DumpOptions {
    std::vector<std::string> paths;
    std::string path;  // the current one
    bool header_only = false;
    bool coordinates_only = false;
    bool kind_only = false;
    bool json = false;
    bool exact = false;
    bool says_format = false;
    bool is_special = false;
    bool has_companions = false;
    bool shows_times = false;
    bool shows_iso_times = false;
    bool is_ncml = false;
    bool follows = false;
    std::string row_notes;    // "c" or "f"
    std::string value_notes;  // the same
    Selection selection;
    std::string name;  // empty: from the path
    std::vector<int> digits;
    int line_length = CdlForm().line_length;
};

/// A variable with one dimension and the name of a dimension, its own or, as in ncdump, another
/// one that its group sees.
bool is_coordinate(const model::Schema& schema, const FileGroups& groups, int id) {
    const model::Variable& variable = schema.variable(id);
    const FileGroup& group = groups.of_variable(id);
    return variable.dimension_ids.size() == 1 &&
           visible_dimension(schema, group.path, group.short_name(variable.name)) >= 0;
}

/// Whether the data of each variable are printed; an error for an unknown name.
Result<std::vector<bool>> select(const model::Schema& schema, const FileGroups& groups,
                                 const DumpOptions& options) {
    const auto count = static_cast<std::size_t>(schema.variable_count());
    std::vector<bool> wanted(count, options.selection.variables.empty() && !options.header_only);
    for (const std::string& name : options.selection.names(schema)) {
        const int id = find_variable(schema, name);
        if (id < 0) return unknown_variable(schema, name);
        wanted[static_cast<std::size_t>(id)] = !options.header_only;
    }
    if (options.has_companions && !options.selection.variables.empty()) {
        std::vector<int> named;
        for (std::size_t id = 0; id < count; ++id) {
            if (wanted[id]) named.push_back(static_cast<int>(id));
        }
        for (const int id : with_companions(schema, std::move(named)))
            wanted[static_cast<std::size_t>(id)] = true;
    }
    for (std::size_t id = 0; id < count && options.coordinates_only; ++id) {
        wanted[id] = wanted[id] && is_coordinate(schema, groups, static_cast<int>(id));
    }
    return wanted;
}

/// A file that is dumped, or a part of it.
struct DumpedFile {
    Input input;
    FileGroups groups;
    std::vector<bool> wanted{};  // for each variable, whether its data are printed
    container::Stored stored{};  // if data are printed
    // If the file's own form is printed.
    std::unique_ptr<container::Anatomy> anatomy{};
    container::ExactPlaces places{};

    [[nodiscard]] const model::Schema& schema() const { return input.schema(); }
};

/// Whether the values of a variable are printed. Values that are neither numbers nor text are left
/// out, with a warning.
bool is_printed(const DumpOptions& options, const DumpedFile& file, int id) {
    if (!file.wanted[static_cast<std::size_t>(id)]) return false;
    const model::Variable& variable = file.schema().variable(id);
    if (variable.has_values() || variable.foreign->type_class == model::TypeClass::string)
        return true;
    warn(options.path, fmt::format("the data of '{}' are not shown: they are of type {}",
                                   variable.name, variable.type_name()));
    return false;
}

void warn_of_variable(const DumpOptions& options, const DumpedFile& file, int id) {
    if (!file.stored.short_files.empty()) return;  // these have been reported
    if (!file.input.is_cut_short(file.stored, id)) return;
    warn(options.path,
         fmt::format("the file ends before the data of '{}'; missing values are shown as zeros",
                     file.schema().variable(id).name));
}

Digits digits_of(const DumpOptions& options) {
    Digits digits;
    if (!options.digits.empty()) digits.of_float = options.digits.front();
    if (options.digits.size() > 1) digits.of_double = options.digits.back();
    return digits;
}

CdlForm cdl_form_of(const DumpOptions& options) {
    CdlForm form{.name = options.name,
                 .digits = digits_of(options),
                 .line_length = options.line_length,
                 .says_format = options.says_format,
                 .is_special = options.is_special,
                 .shows_times = options.shows_times || options.shows_iso_times,
                 .time_separator = options.shows_iso_times ? 'T' : ' '};
    if (!options.row_notes.empty())
        form.notes = {.of = IndexNotes::Of::rows, .is_fortran = options.row_notes == "f"};
    if (!options.value_notes.empty())
        form.notes = {.of = IndexNotes::Of::values, .is_fortran = options.value_notes == "f"};
    if (form.name.empty()) form.name = options.path == "-" ? "stdin" : dataset_name(options.path);
    if (options.exact) {
        form.is_exact = true;
        form.digits = {.of_float = Digits::exact, .of_double = Digits::exact};
    }
    return form;
}

bool is_whole(const DumpOptions& options) {
    return !options.header_only && !options.coordinates_only &&
           options.selection.takes_everything();
}

Status dump_variables(Output& out, LineFiller& filler, const DumpedFile& file,
                      const DumpOptions& options, const CdlForm& form, const FileGroup& group) {
    if (options.header_only || group.variables.empty()) return {};
    out.print("{}data:\n", cdl_indent(group.depth));
    for (const int id : group.variables) {
        if (!out.is_open()) return {};
        if (!is_printed(options, file, id)) continue;
        const Status status = print_cdl_data(out, filler, file.input, group, id, form);
        if (!status.ok()) return status;
        warn_of_variable(options, file, id);
    }
    return {};
}

/// Prints a group with the groups in it.
Status dump_group(Output& out, LineFiller& filler, const DumpedFile& file,
                  const DumpOptions& options, const CdlForm& form, const FileGroup& group) {
    print_cdl_definitions(out, filler, file.input, group, form);
    Status status = dump_variables(out, filler, file, options, form, group);
    for (const int number : group.groups) {
        if (!status.ok() || !out.is_open()) break;
        const FileGroup& inner = file.groups.at(number);
        const std::string name = cdl_name(inner.name());
        out.print("\n{}group: {} {{\n", cdl_indent(group.depth), name);
        status = dump_group(out, filler, file, options, form, inner);
        if (status.ok()) out.print("{}}} // group {}\n", cdl_indent(inner.depth), name);
    }
    return status;
}

CdlForm cdl_form_of(const DumpOptions& options, const DumpedFile& file) {
    CdlForm form = cdl_form_of(options);
    form.begins = file.places.begins;
    form.breaks_texts = file.input.format() != container::format_numbers::netcdf4;
    if (is_whole(options)) form.file_bytes = file.places.file_bytes;
    return form;
}

/// Prints everything but the end.
Status dump_open_cdl(Output& out, const DumpedFile& file, const DumpOptions& options,
                     const CdlForm& form) {
    print_cdl_begin(out, file.input, form);
    LineFiller filler(out, form.line_length);
    return dump_group(out, filler, file, options, form, file.groups.root());
}

Status dump_cdl(Output& out, const DumpedFile& file, const DumpOptions& options) {
    Status status = dump_open_cdl(out, file, options, cdl_form_of(options, file));
    if (!status.ok()) return status;
    const bool has_data = !options.header_only && file.schema().variable_count() > 0;
    if (file.anatomy != nullptr && is_whole(options))
        status = print_byte_notes(out, *file.anatomy, has_data ? "\n" : "data:\n");
    out.put("}\n");
    return status;
}

Status dump_json(Output& out, const DumpedFile& file, const DumpOptions& options) {
    print_json_header(out, file.input);
    if (!options.header_only) out.put(",\n  \"data\": {");
    const char* separator = "\n    ";
    for (int id = 0; id < file.schema().variable_count() && out.is_open(); ++id) {
        if (!is_printed(options, file, id)) continue;
        out.put(separator);
        put_json_string(out, file.schema().variable(id).name);
        out.put(":\n     ");
        const Status status = print_json_data(out, file.input, id);
        if (!status.ok()) return status;
        warn_of_variable(options, file, id);
        separator = ",\n    ";
    }
    out.put(options.header_only ? "\n}\n" : "}\n}\n");
    return {};
}

Status dump_ncml(Output& out, const DumpedFile& file, const DumpOptions& options) {
    print_ncml(out, file.input, file.groups, file.wanted, presentable_name(options.path),
               digits_of(options));
    return {};
}

/// The printed parts of a file, and whether it is complete.
Result<DumpedFile> open_wanted(const DumpOptions& options) {
    Result<Input> input = Input::open(options.path);
    if (!input.ok()) return input.status();
    FileGroups groups(input.value().schema(), input.value().groups(), input.value().types());
    DumpedFile file{.input = std::move(input).value(), .groups = std::move(groups)};
    if (options.kind_only) return file;
    const bool needs_data = !options.header_only && !options.is_ncml;
    if (needs_data) {
        Result<container::Stored> stored = file.input.stored();
        if (!stored.ok()) return stored.status();
        file.stored = std::move(stored).value();
    }
    Result<std::vector<bool>> wanted = select(file.schema(), file.groups, options);
    if (!wanted.ok()) return wanted.status();
    file.wanted = std::move(wanted).value();
    const Status complete =
        needs_data ? check_shortfall(file.input, file.stored, file.wanted) : Status();
    if (!complete.ok()) return complete;
    Result<Input> part = part_of(std::move(file.input), options.selection);
    if (!part.ok()) return part.status();
    file.input = std::move(part).value();
    if (!options.exact || file.input.is_part()) return file;
    const Result<std::string> place = readable_path(options.path);
    auto anatomy = place.ok() ? formats::anatomy_of(place.value()) : place.status();
    if (!anatomy.ok()) return anatomy.status();
    file.anatomy = std::move(anatomy).value();
    Result<container::ExactPlaces> places = file.anatomy->exact_places();
    if (!places.ok()) return places.status();
    file.places = std::move(places).value();
    return file;
}

/// `before` precedes a document in JSON.
int dump_file(const DumpOptions& options, std::string_view before, Output& out) {
    const Result<DumpedFile> file = open_wanted(options);
    if (!file.ok()) {
        complain(options.path, file.status());
        return exit_failed;
    }
    if (options.kind_only) {
        out.print("{}\n", formats::word_of(file.value().input.format()));
        return exit_fine;
    }
    out.put(before);
    // The end of a variable does not tell which part lacks something in its middle.
    warn_cut_short(file.value().stored.short_files, "is shown as zeros");
    const auto dump = options.is_ncml ? dump_ncml : options.json ? dump_json : dump_cdl;
    const Status status = dump(out, file.value(), options);
    if (status.ok()) return exit_fine;
    (void)out.flush();  // the caller reports a failure to write, too
    complain(options.path, status);
    return exit_failed;
}

/// The variables whose records are printed as they come, in the order of the data section.
std::vector<int> followed_variables(const DumpedFile& file) {
    std::vector<int> ids;
    for (int id = 0; id < file.schema().variable_count(); ++id) {
        const model::Variable& variable = file.schema().variable(id);
        const bool has_text =
            !variable.has_values() && variable.foreign->type_class == model::TypeClass::string;
        if (file.wanted[static_cast<std::size_t>(id)] &&
            file.schema().is_record_variable(variable) && (variable.has_values() || has_text))
            ids.push_back(id);
    }
    return ids;
}

/// Prints a file, and then each record that is added to it.
int dump_followed(const DumpOptions& options, Output& out) {
    WatchedPlace place(options.path);
    const Result<DumpedFile> file = open_wanted(options);
    Status status = file.status();
    if (status.ok()) status = check_followed(file.value().input, place);
    std::vector<int> variables;
    if (status.ok()) variables = followed_variables(file.value());
    if (status.ok() && variables.empty())
        status = {Code::enotvar, "none of the variables that are printed has records"};
    const CdlForm form = status.ok() ? cdl_form_of(options, file.value()) : CdlForm();
    end_following_on_signals();
    if (status.ok()) status = dump_open_cdl(out, file.value(), options, form);
    if (!status.ok()) {
        complain(options.path, status);
        return exit_failed;
    }
    (void)out.flush();  // the caller reports a failure
    const model::Schema& schema = file.value().schema();
    const std::int64_t printed = schema.length_of(schema.record_dimension());
    const int code = follow_records(out, file.value().input, place, variables, form, printed);
    out.put("}\n");
    return code;
}

int run_followed(DumpOptions options, const std::vector<std::string>& paths, Output& out) {
    const Selection& part = options.selection;
    const bool has_slices = std::ranges::any_of(part.variables, [](const std::string& name) {
        return name.find('[') != std::string::npos;
    });
    if (has_slices || !part.ranges.empty() || !part.coordinates.empty()) {
        complain("",
                 "--follow prints whole records: -v has no slices then, and -d and -s are "
                 "not possible");
        return exit_usage;
    }
    if (paths.size() > 1 || paths.front() == "-") {
        complain("", "--follow reads one file, and not standard input");
        return exit_usage;
    }
    options.path = paths.front();
    return dump_followed(options, out);
}

/// Several files in JSON are one list.
int run_dump(const DumpOptions& options, Output& out) {
    const std::vector<std::string> paths = input_files(options.paths);
    const bool is_list = options.json && paths.size() > 1;
    if (paths.size() > 1 && !options.name.empty()) {
        complain("", "-n names one dataset, but there are several files");
        return exit_usage;
    }
    if (options.follows) return run_followed(options, paths, out);
    int exit_code = exit_fine;
    if (is_list) out.put("[\n");
    bool is_first = true;
    for (std::size_t i = 0; i < paths.size() && out.is_open(); ++i) {
        DumpOptions one = options;
        one.path = paths[i];
        const int outcome = dump_file(one, is_list && !is_first ? ",\n" : "", out);
        if (outcome == exit_fine) is_first = false;
        exit_code = std::max(exit_code, outcome);
    }
    if (is_list) out.put("]\n");
    return exit_code;
}

}  // namespace

void add_dump(CLI::App& program, Run& run) {
    CommandForm form(program, "dump");
    const auto options = std::make_shared<DumpOptions>();
    form.argument("FILE", options->paths);
    CLI::Option* const header = form.flag("-h", options->header_only);
    form.flag("-c", options->coordinates_only);
    add_selection_options(form, options->selection);
    form.flag("--coordinates", options->has_companions);
    CLI::Option* const times = form.flag("-t", options->shows_times);
    CLI::Option* const iso_times = form.flag("-i", options->shows_iso_times);
    CLI::Option* const rows =
        form.option("-b", options->row_notes)->check(CLI::IsMember({"c", "f"}));
    form.option("-f", options->value_notes)->check(CLI::IsMember({"c", "f"}))->excludes(rows);
    form.flag("--special", options->is_special);
    form.option("-n", options->name);
    form.list("-p", options->digits)->expected(1, 2)->check(CLI::Range(1, most_digits));
    form.option("-l", options->line_length)->check(CLI::Range(shortest_line, 1 << 30));
    CLI::Option* const kind = form.flag("-k", options->kind_only);
    CLI::Option* const format = form.flag("--file-format", options->says_format);
    CLI::Option* const exact =
        form.flag("--exact", options->exact)->excludes(times)->excludes(iso_times);
    CLI::Option* const ncml = form.flag("-x", options->is_ncml)->excludes(exact)->excludes(format);
    CLI::Option* const json =
        form.flag("--json", options->json)->excludes(exact)->excludes(format)->excludes(ncml);
    CLI::Option* const follow = form.flag("--follow", options->follows);
    for (CLI::Option* const other : {header, kind, exact, ncml, json}) follow->excludes(other);
    form.run(run, [options](Output& out) { return run_dump(*options, out); });
}

}  // namespace weft::tools
