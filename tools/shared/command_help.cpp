// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tools/shared/command_text.hpp"

namespace weft::tools {
namespace {

constexpr std::size_t line_length = 100;
constexpr std::size_t text_column = 26;

/// Breaks the text into lines of `line_length`, indented from the second on.
std::string wrapped(std::string line, std::size_t indentation, std::string_view text) {
    std::string all;
    bool is_first_word = true;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (!is_first_word && line.size() + 1 + word.size() > line_length) {
            all += line + "\n";
            line.assign(indentation, ' ');
            is_first_word = true;
        }
        if (!is_first_word) line += ' ';
        line += word;
        is_first_word = false;
    }
    return all + line + "\n";
}

/// A term, and beside or below it its meaning.
std::string item(const std::string& term, std::string_view text) {
    std::string line = "  " + term;
    const bool has_room = line.size() + 2 <= text_column;
    const std::string above = has_room ? "" : line + "\n";
    if (!has_room) line.clear();
    line.resize(text_column, ' ');
    return above + wrapped(line, text_column, text);
}

std::string option_item(const OptionText& row) {
    const std::string_view names = row.names;
    const auto comma = names.find(',');
    std::string term = comma == std::string_view::npos
                           ? std::string(names)
                           : fmt::format("{}, {}", names.substr(0, comma), names.substr(comma + 1));
    if (*row.value != '\0') term += fmt::format(" {}", row.value);
    return item(term, row.text);
}

}  // namespace

const CommandText* find_command(std::string_view name) {
    const auto commands = all_commands();
    const auto found = std::ranges::find_if(
        commands, [name](const CommandText& command) { return command.name == name; });
    return found == commands.end() ? nullptr : &*found;
}

std::string help_of(const CommandText& command) {
    std::string text = fmt::format("{}\n\nUsage: weft {}", command.summary, command.name);
    if (!command.options.empty()) text += " [OPTION...]";
    for (const OptionText& row : command.arguments) text += fmt::format(" {}", row.names);
    text += "\n\n";
    for (const OptionText& row : command.arguments) text += item(row.names, row.text);
    if (!command.arguments.empty() && !command.options.empty()) text += "\n";
    for (const OptionText& row : command.options) text += option_item(row);
    if (*command.exit_codes != '\0')
        text += fmt::format("\n{}", wrapped("Exit code: ", 2, command.exit_codes));
    return text;
}

std::string help_of_all() {
    std::string text =
        "weft works on netCDF files: the classic formats (CDF-1, CDF-2, CDF-5) and netCDF-4.\n\n"
        "Usage: weft COMMAND [OPTION...] [FILE...]\n\n";
    for (const CommandText& command : all_commands()) text += item(command.name, command.summary);
    return text + "\n`weft help COMMAND` shows the options of a command.\n";
}

}  // namespace weft::tools
