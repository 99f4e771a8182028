// SPDX-License-Identifier: BSD-3-Clause
// What the tables of api/commands say of each command: its help, its man page and the completion of
// shells follow from them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace weft::tools {

struct OptionText {
    const char* names;  // "-n,--parts"; of an argument "FILE", "FILE..." or "[FILE]"
    const char* value;  // what a message calls it; "" of a flag and of an argument
    const char* text;
};

struct CommandText {
    const char* name;
    const char* summary;
    const char* exit_codes;  // "" where they are the usual ones
    std::span<const OptionText> arguments;
    std::span<const OptionText> options;
};

/// In the order in which the help lists them.
std::span<const CommandText> all_commands();

/// Null for a name that no command has.
const CommandText* find_command(std::string_view name);

/// What `weft help COMMAND` prints.
std::string help_of(const CommandText& command);

/// What `weft` and `weft help` print: the list of commands.
std::string help_of_all();

}  // namespace weft::tools
