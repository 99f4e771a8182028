// SPDX-License-Identifier: BSD-3-Clause
// weft plot: a look at variables in the terminal.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/command.hpp"
#include "tools/dump/shortfall.hpp"
#include "tools/part/part_file.hpp"
#include "tools/plot/draw.hpp"
#include "tools/plot/picture.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

constexpr int narrowest = 40;
constexpr int widest = 1000;
constexpr int lowest = 3;
constexpr int highest = 500;

struct PlotOptions {
    std::string path;
    Selection selection;
    int width = 0;  // 0: the terminal's
    int height = 20;
};

/// Of a selection with one variable.
Result<Drawing> read_picture(const std::string& path, const Selection& selection,
                             const Canvas& canvas) {
    Result<OpenedFile> opened = open_netcdf(path);
    if (!opened.ok()) return opened.status();
    const Result<Selected> selected = select_part(opened.value(), selection);
    if (!selected.ok()) return selected.status();
    const int id = selected.value().variables.front();
    std::vector<bool> wanted(static_cast<std::size_t>(opened.value().schema.variable_count()));
    wanted[static_cast<std::size_t>(id)] = true;
    const Status complete = check_shortfall(opened.value(), wanted);
    if (!complete.ok()) return complete;
    const Result<OpenedFile> part = with_ranges(std::move(opened).value(), selection);
    if (!part.ok()) return part.status();
    return picture_of(part.value(), part.value().schema.variable(id), cells_of_line(canvas),
                      cells_of_map(canvas));
}

int plot(const PlotOptions& options, Output& out) {
    if (options.selection.variables.empty()) {
        complain(options.path, "which variable? -v NAME says it; weft dump -h shows their names");
        return exit_usage;
    }
    const Canvas canvas{
        .columns = options.width > 0 ? options.width : std::clamp(out.columns(), narrowest, widest),
        .lines = options.height,
        .is_coloured = out.is_coloured(),
    };
    int exit_code = exit_fine;
    bool is_first = true;
    for (const std::string& item : options.selection.variables) {
        Selection one = options.selection;
        one.variables = {item};
        const Result<Drawing> picture = read_picture(options.path, one, canvas);
        if (!picture.ok()) {
            complain(options.path, picture.status());
            exit_code = exit_failed;
            continue;
        }
        if (picture.value().is_cut_short)
            warn(options.path, "the file ends before its data; what is missing is drawn as zeros");
        if (!std::exchange(is_first, false)) out.put("\n");
        draw(picture.value(), canvas, out);
    }
    return exit_code;
}

}  // namespace

void add_plot(CLI::App& program, Run& run) {
    CommandForm form(program, "plot");
    const auto options = std::make_shared<PlotOptions>();
    form.argument("FILE", options->path);
    add_selection_options(form, options->selection);
    form.option("--width", options->width)->check(CLI::Range(narrowest, widest));
    form.option("--height", options->height)->check(CLI::Range(lowest, highest));
    form.run(run, [options](Output& out) { return plot(*options, out); });
}

}  // namespace weft::tools
