// SPDX-License-Identifier: BSD-3-Clause
// The texts about each command in the tables of api/commands: source of its help, its man page and
// the completion of shells.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft::tools {

struct OptionText {
    const char* names;  // "-n,--parts"; of an argument "FILE", "FILE..." or "[FILE]"
    const char* value;  // its name in messages; "" for a flag or an argument
    const char* text;
};

struct CommandText {
    const char* name;
    const char* summary;
    const char* exit_codes;  // "" for the usual ones
    std::span<const OptionText> arguments;
    std::span<const OptionText> options;
};

/// All commands in the order of the help.
std::span<const CommandText> all_commands();

/// Null for an unknown name.
const CommandText* find_command(std::string_view name);

/// What `weft help COMMAND` prints.
std::string help_of(const CommandText& command);

/// What `weft` and `weft help` print: the list of commands.
std::string help_of_all();

}  // namespace weft::tools
