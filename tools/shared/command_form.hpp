// SPDX-License-Identifier: BSD-3-Clause
// A command's line: what its table (command_text.hpp) lists, tied to the variables that take it.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

#include "tools/command.hpp"
#include "tools/shared/command_text.hpp"

namespace weft::tools {

/// Every row of the table is tied once before run(); a row that the table lacks, or that is left
/// over, is a std::logic_error at each start of the program. What the functions return belongs to
/// the program, as do the variables, which must live as long.
class CommandForm {
public:
    CommandForm(CLI::App& program, const char* name);

    CLI::Option* flag(const char* name, bool& value);
    template <class T>
    CLI::Option* option(const char* name, T& value) {
        const OptionText& row = take(text_.options, name);
        return app_->add_option(row.names, value, row.text)->type_name(row.value);
    }
    /// Values with commas between them. The option may be given several times.
    template <class T>
    CLI::Option* list(const char* name, std::vector<T>& values) {
        return option(name, values)->delimiter(',')->allow_extra_args(false);
    }
    /// Calls `use` for the text of each time that the option is given. It may throw
    /// CLI::ValidationError.
    CLI::Option* each(const char* name, const std::function<void(const std::string&)>& use);
    /// Required, but for one whose name is in brackets. A vector takes one or more.
    template <class T>
    CLI::Option* argument(const char* name, T& value) {
        const OptionText& row = take(text_.arguments, name);
        return app_->add_option(name, value, row.text)->required(row.names[0] != '[');
    }
    /// Arguments that look like options, too: what is left over when the line has been read.
    CLI::App* rest(const char* name);

    /// What the command does when it is the one that was asked for.
    void run(Run& run, const Run& command);
    /// The same for a command whose ranks work together.
    void run_together(Run& run, const std::function<int(const Team&, Output&)>& command);

private:
    const OptionText& take(std::span<const OptionText> rows, const char* name);

    const CommandText& text_;
    CLI::App* app_;
    std::vector<const OptionText*> taken_;
};

}  // namespace weft::tools
