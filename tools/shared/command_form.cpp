// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/command_form.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace weft::tools {
namespace {

const CommandText& text_about(const char* name) {
    const CommandText* const text = find_command(name);
    if (text == nullptr)
        throw std::logic_error(std::string("api/commands has no table of ") + name);
    return *text;
}

/// "FILE" of "FILE...", "[FILE]" and "[FILE...]"; "-n" of "-n,--parts".
std::string_view first_name(std::string_view names) {
    if (names.starts_with('[')) names = names.substr(1);
    return names.substr(0, names.find_first_of(",.]"));
}

}  // namespace

CommandForm::CommandForm(CLI::App& program, const char* name)
    : text_(text_about(name)), app_(program.add_subcommand(name, text_.summary)) {
    app_->formatter_fn([&text = text_](const CLI::App*, const std::string&, CLI::AppFormatMode) {
        return help_of(text);
    });
    // -h is the header in several commands, as in the tools of netCDF.
    const bool has_h = std::ranges::any_of(
        text_.options, [](const OptionText& row) { return first_name(row.names) == "-h"; });
    if (has_h) app_->set_help_flag("--help", "Describe this command");
}

CLI::Option* CommandForm::flag(const char* name, bool& value) {
    const OptionText& row = take(text_.options, name);
    return app_->add_flag(row.names, value, row.text);
}

CLI::Option* CommandForm::each(const char* name,
                               const std::function<void(const std::string&)>& use) {
    const OptionText& row = take(text_.options, name);
    const auto use_all = [use](const std::vector<std::string>& texts) {
        std::ranges::for_each(texts, use);
    };
    return app_->add_option_function<std::vector<std::string>>(row.names, use_all, row.text)
        ->allow_extra_args(false)
        ->type_name(row.value);
}

CLI::App* CommandForm::rest(const char* name) {
    (void)take(text_.arguments, name);
    app_->allow_extras();
    return app_;
}

void CommandForm::run(Run& run, const Run& command) {
    for (const auto rows : {text_.arguments, text_.options}) {
        for (const OptionText& row : rows) {
            if (std::ranges::find(taken_, &row) == taken_.end())
                throw std::logic_error(std::string(text_.name) + " does not take " + row.names);
        }
    }
    app_->callback([&run, command] { run = command; });
}

void CommandForm::run_together(Run& run, const std::function<int(const Team&, Output&)>& command) {
    this->run(run, [command](Output& out) {
        return run_as_team(out, [&](const Team& team) { return command(team, out); });
    });
}

const OptionText& CommandForm::take(std::span<const OptionText> rows, const char* name) {
    const auto row = std::ranges::find_if(
        rows, [name](const OptionText& one) { return first_name(one.names) == name; });
    if (row == rows.end())
        throw std::logic_error(std::string("api/commands/") + text_.name + ".toml has no " + name);
    taken_.push_back(&*row);
    return *row;
}

}  // namespace weft::tools
