// SPDX-License-Identifier: BSD-3-Clause
// The weft command: looks into netCDF files, checks them and repairs what can be repaired.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "base/nearest_word.hpp"
#include "tools/command.hpp"
#include "tools/copy/nccopy_words.hpp"
#include "tools/dump/ncdump_words.hpp"
#include "tools/names.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/command_text.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

/// The commands that the help lists.
std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const CommandText& command : all_commands()) names.emplace_back(command.name);
    return names;
}

std::string no_command(const std::string& name) {
    return "there is no command '" + name + "'" + nearest_hint(name, command_names());
}

void add_help(CLI::App& program, Run& run) {
    CommandForm form(program, "help");
    const auto name = std::make_shared<std::string>();
    form.argument("COMMAND", *name);
    form.run(run, [name](Output& out) {
        const CommandText* const about = find_command(*name);
        if (about == nullptr && !name->empty()) {
            complain("", no_command(*name));
            return exit_usage;
        }
        out.put(about == nullptr ? help_of_all() : help_of(*about));
        return exit_fine;
    });
}

void add_all(CLI::App& program, Run& run) {
    program.require_subcommand(1);
    program.set_version_flag("--version", "weft " WEFT_VERSION);
    program.formatter_fn(
        [](const CLI::App*, const std::string&, CLI::AppFormatMode) { return help_of_all(); });
    for (const auto add : {add_dump,    add_gen,   add_diff,   add_copy,    add_concat,  add_stats,
                           add_plot,    add_join,  add_split,  add_check,   add_info,    add_refs,
                           add_recover, add_drain, add_report, add_explain, add_version, add_run,
                           add_serve,   add_relay, add_help,   add_complete}) {
        add(program, run);
    }
}

/// The error for a line that names a command and then unknown words.
std::string unexpected(const CLI::App& program, const std::string& otherwise) {
    if (program.get_subcommands().empty()) return otherwise;
    const CLI::App& command = *program.get_subcommands().front();
    for (const std::string& word : command.remaining()) {
        if (!word.starts_with('-')) continue;
        std::vector<std::string> known;
        for (const CLI::Option* option : command.get_options()) {
            for (const std::string& name : option->get_snames()) known.push_back("-" + name);
            for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
        }
        const std::string name = word.substr(0, word.find('='));
        return command.get_name() + " has no option '" + name + "'" + nearest_hint(name, known);
    }
    return otherwise;
}

/// A word such as "-4", which would be taken for a file name. Error codes are such numbers, too.
std::string number_as_option(const Words& words) {
    if (words.front() == "explain") return "";
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool is_number = word.size() > 1 && word.front() == '-' &&
                               word.find_first_not_of("0123456789", 1) == std::string::npos;
        const bool follows_option = words[i - 1].starts_with('-') && words[i - 1] != "-";
        if (words[i - 1] == "--") return "";
        if (is_number && !follows_option)
            return words.front() + " has no option '" + word + "'; -k chooses a format";
    }
    return "";
}

/// The end of a message that says where to find help for the command of this line.
std::string advice_on(const std::string& command) {
    if (find_command(command) == nullptr) return "";
    return command == "run" ? " (the program to start comes after --: weft run -- mpiexec ...)"
                            : " (see weft help " + command + ")";
}

int finish(Output& out, int exit_code) {
    const Status status = out.flush();
    if (status.ok()) return exit_code;
    complain("", status);
    return exit_failed;
}

/// `words` are the command line without the program's name.
int run_words(const Words& words, Output& out) {
    CLI::App program("", "weft");
    Run run;
    add_all(program, run);
    if (words.empty()) {
        out.put(help_of_all());
        return exit_fine;
    }
    const std::string& command = words.front();
    if (!command.starts_with("-") && !command.starts_with("__") &&
        find_command(command) == nullptr) {
        complain("", no_command(command));
        return exit_usage;
    }
    if (const std::string wrong = number_as_option(words); !wrong.empty()) {
        complain("", wrong + advice_on(command));
        return exit_usage;
    }
    try {
        program.parse(Words(words.rbegin(), words.rend()));
    } catch (const CLI::Success& success) {  // --help, --version
        return program.exit(success);
    } catch (const CLI::ExtrasError& error) {
        complain("", unexpected(program, error.what()) + advice_on(command));
        return exit_usage;
    } catch (const CLI::Error& error) {
        complain("", error.what() + advice_on(command));
        return exit_usage;
    }
    return run(out);
}

int run_program(std::span<char*> arguments) {
    Output out(STDOUT_FILENO);
    const auto run = [&out](const Words& words) { return run_words(words, out); };
    if (!arguments.empty() && is_old_name(arguments.front()))
        return finish(out, run_old_name(arguments, run));
    const auto words = arguments.subspan(std::min<std::size_t>(1, arguments.size()));
    return finish(out,
                  run(with_nccopy_letters(with_ncdump_letters(Words(words.begin(), words.end())))));
}

}  // namespace
}  // namespace weft::tools

int main(int argument_count, char** arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    try {
        return weft::tools::run_program(
            std::span(arguments, static_cast<std::size_t>(argument_count)));
    } catch (const std::bad_alloc&) {
        weft::tools::complain("", "out of memory");
    } catch (const std::exception& error) {
        weft::tools::complain("", error.what());
    }
    return weft::tools::exit_failed;
}
