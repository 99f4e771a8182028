// SPDX-License-Identifier: BSD-3-Clause
// weft plot: draws variables, in the terminal or as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/command.hpp"
#include "tools/dump/shortfall.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/part/companions.hpp"
#include "tools/part/names.hpp"
#include "tools/part/part_of.hpp"
#include "tools/plot/draw.hpp"
#include "tools/plot/draw_image.hpp"
#include "tools/plot/picture.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/data_end.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/new_file.hpp"

namespace weft::tools {
namespace {

struct Limits {
    int least = 0;
    int most = 0;
    int usual = 0;

    [[nodiscard]] bool allow(int number) const { return number >= least && number <= most; }
};

/// The sizes of a plot: in characters for the terminal, in pixels for a picture.
constexpr Limits text_columns{40, 1000, 80};
constexpr Limits text_lines{3, 500, 20};
constexpr Limits image_columns{200, 2000, 960};
constexpr Limits image_rows{150, 2000, 600};

struct PlotOptions {
    std::string path;
    Selection selection;
    std::string image;          // its path; empty: draws in the terminal
    std::vector<double> range;  // the range of colours and heights; empty: of all values
    int width = 0;              // 0: the default
    int height = 0;
};

/// Reads the data of a selection with one variable.
Result<Drawing> read_picture(const PlotOptions& options, const Selection& selection,
                             const RoomFor& room_for) {
    const std::string& path = options.path;
    Result<Input> opened = Input::open(path);
    if (!opened.ok()) return opened.status();
    const Result<container::Stored> stored = opened.value().stored();
    if (!stored.ok()) return stored.status();
    const Result<Selected> selected = select_part(opened.value(), selection);
    if (!selected.ok()) return selected.status();
    const int id = selected.value().variables.front();
    std::vector<bool> wanted(static_cast<std::size_t>(opened.value().schema().variable_count()));
    wanted[static_cast<std::size_t>(id)] = true;
    const Status complete = check_shortfall(opened.value(), stored.value(), wanted);
    if (!complete.ok()) return complete;
    const Result<Input> part = part_of(std::move(opened).value(), selection);
    if (!part.ok()) return part.status();
    const model::Variable& variable = part.value().schema().variable(id);
    for (const std::string& sentence : ignored_rules(variable)) warn(path, sentence);
    Result<Drawing> picture = picture_of(part.value(), id, room_for);
    if (picture.ok() && options.range.size() == 2) {
        picture.value().low = options.range.front();
        picture.value().high = options.range.back();
    }
    std::vector<std::string> cut_short = stored.value().short_files;
    if (picture.ok() && cut_short.empty() &&
        part.value().is_cut_short(stored.value(), id, picture.value().values))
        cut_short = {path};
    warn_cut_short(cut_short, "is drawn as zeros");
    return picture;
}

int draw_in_terminal(const PlotOptions& options, Output& out) {
    const Canvas canvas{
        .columns = options.width > 0
                       ? options.width
                       : std::clamp(out.columns(), text_columns.least, text_columns.most),
        .lines = options.height > 0 ? options.height : text_lines.usual,
        .is_coloured = out.is_coloured(),
    };
    int exit_code = exit_fine;
    bool is_first = true;
    for (const std::string& item : options.selection.variables) {
        Selection one = options.selection;
        one.variables = {item};
        const Result<Drawing> picture = read_picture(
            options, one, [&canvas](const Drawing& form) { return canvas.room_for(form); });
        if (!picture.ok()) {
            complain(options.path, picture.status());
            exit_code = exit_failed;
            continue;
        }
        if (!std::exchange(is_first, false)) out.put("\n");
        draw(picture.value(), canvas, out);
    }
    return exit_code;
}

Status write_file(const std::string& path, const std::string& source, const std::string& bytes) {
    NewFile file;
    Status status = file.create(path, source);
    if (status.ok()) status = file.file().write_at(0, std::as_bytes(std::span(bytes)));
    return status.ok() ? file.put_in_place() : status;
}

int draw_image(const PlotOptions& options, Output& out) {
    const Frame whole(options.width > 0 ? options.width : image_columns.usual,
                      options.height > 0 ? options.height : image_rows.usual);
    const auto fitted = [&](const Drawing& form) { return whole.fitted(form, options.height > 0); };
    const Result<Drawing> picture =
        read_picture(options, options.selection,
                     [&](const Drawing& form) { return fitted(form).room_for(form); });
    if (!picture.ok()) {
        complain(options.path, picture.status());
        return exit_failed;
    }
    const Result<std::string> image = png_of(image_of(picture.value(), fitted(picture.value())));
    if (image.ok() && options.image == "-") {
        out.put(image.value());
        return exit_fine;
    }
    const Status written =
        image.ok() ? write_file(options.image, options.path, image.value()) : image.status();
    if (written.ok()) return exit_fine;
    complain(options.image, written);
    return exit_failed;
}

/// The first numeric variable that has two dimensions longer than 1 and describes no other; -1 if
/// there is none.
int first_map(const model::Schema& schema) {
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const auto is_long = [](std::int64_t length) { return length > 1; };
        const std::vector<std::int64_t> shape = schema.shape_of(variable);
        if (variable.type != types::External::character &&
            std::ranges::count_if(shape, is_long) > 1 &&
            std::ranges::find(shape, 0) == shape.end() && !is_named_by_another(schema, id))
            return id;
    }
    return -1;
}

/// Checks a size; 0 is the default.
bool check_size(const char* option, const char* unit, int number, const Limits& limits) {
    if (number == 0 || limits.allow(number)) return true;
    complain("", fmt::format("{} is {}: it must be {} to {} {}", option, number, limits.least,
                             limits.most, unit));
    return false;
}

/// The names of the chosen variables: without -v the first that makes a map, for a pattern the
/// matching ones.
Result<std::vector<std::string>> named_variables(const PlotOptions& options) {
    const std::vector<std::string>& items = options.selection.variables;
    const Result<Input> opened = Input::open(options.path);
    if (!opened.ok()) return opened.status();
    const model::Schema& schema = opened.value().schema();
    if (items.empty()) {
        const int id = first_map(schema);
        if (id >= 0) return std::vector{std::string(schema.variable(id).name)};
        return Status(Code::enotvar,
                      "no variable makes a map: name one with -v NAME; weft dump -h "
                      "lists them");
    }
    std::vector<std::string> found;
    for (const std::string& item : items) {
        const NamedItem taken = take_apart(schema, item);
        const bool has_slices = taken.slices.data() != nullptr;
        for (const std::string& name : taken.names)
            found.push_back(has_slices ? name + "[" + std::string(taken.slices) + "]" : name);
    }
    return found;
}

int plot(PlotOptions options, Output& out) {
    const Result<std::vector<std::string>> named = named_variables(options);
    if (!named.ok()) {
        complain(options.path, named.status());
        return exit_failed;
    }
    options.selection.variables = named.value();
    const bool is_image = !options.image.empty();
    if (is_image && options.selection.variables.size() > 1) {
        complain(options.path, "a picture shows one variable, but -v names several");
        return exit_usage;
    }
    if (options.range.size() == 2 && !(options.range.front() < options.range.back())) {
        complain("", "--range takes two numbers with a comma, the smaller one first");
        return exit_usage;
    }
    const char* const unit = is_image ? "pixels with --png" : "characters";
    if (!check_size("--width", unit, options.width, is_image ? image_columns : text_columns) ||
        !check_size("--height", unit, options.height, is_image ? image_rows : text_lines))
        return exit_usage;
    return is_image ? draw_image(options, out) : draw_in_terminal(options, out);
}

}  // namespace

void add_plot(CLI::App& program, Run& run) {
    CommandForm form(program, "plot");
    const auto options = std::make_shared<PlotOptions>();
    form.argument("FILE", options->path);
    add_selection_options(form, options->selection);
    form.option("--png", options->image);
    form.option("--range", options->range)->delimiter(',')->expected(2);
    form.option("--width", options->width)->check(CLI::PositiveNumber);
    form.option("--height", options->height)->check(CLI::PositiveNumber);
    form.run(run, [options](Output& out) { return plot(*options, out); });
}

}  // namespace weft::tools
