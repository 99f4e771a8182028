// SPDX-License-Identifier: BSD-3-Clause
// A command's line: connects what its table (command_text.hpp) lists with the variables that
// receive it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tools/command.hpp"
#include "tools/shared/command_text.hpp"

namespace weft::tools {

/// Every row of the table is connected once before run(); a missing or unused row is a
/// std::logic_error at each start of the program. Returned pointers belong to the program; the
/// variables must live as long.
class CommandForm {
public:
    CommandForm(CLI::App& program, const char* name);

    CLI::Option* flag(const char* name, bool& value);
    template <class T>
    CLI::Option* option(const char* name, T& value) {
        const OptionText& row = take(text_.options, name);
        return app_->add_option(row.names, value, row.text)->type_name(row.value);
    }
    /// Takes values separated by commas. The option may be given several times.
    template <class T>
    CLI::Option* list(const char* name, std::vector<T>& values) {
        return option(name, values)->delimiter(',')->allow_extra_args(false);
    }
    /// Calls `use` with the text each time the option is given. It may throw CLI::ValidationError.
    CLI::Option* each(const char* name, const std::function<void(const std::string&)>& use);
    /// Takes an argument, which is required unless its name is in brackets. A vector takes one or
    /// more.
    template <class T>
    CLI::Option* argument(const char* name, T& value) {
        const OptionText& row = take(text_.arguments, name);
        return app_->add_option(name, value, row.text)->required(row.names[0] != '[');
    }
    /// The remaining words of the line, even if they look like options.
    CLI::App* rest(const char* name);

    /// Sets what the command does if it is chosen.
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
