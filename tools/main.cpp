// SPDX-License-Identifier: BSD-3-Clause
// The weft command: looks into netCDF files, checks them and repairs what can be repaired.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <string>

#include "tools/command.hpp"
#include "tools/names.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

void add_all(CLI::App& program, Run& run) {
    program.require_subcommand(1);
    program.set_version_flag("--version", "weft " WEFT_VERSION);
    program.get_formatter()->column_width(28);
    add_dump(program, run);
    add_gen(program, run);
    add_check(program, run);
    add_info(program, run);
    add_recover(program, run);
    add_explain(program, run);
    add_version(program, run);
    add_copy(program, run);
    add_join(program, run);
    add_split(program, run);
    add_diff(program, run);
    add_report(program, run);
    add_serve(program, run);
    add_relay(program, run);
    add_complete(program, run);
    CLI::App* help = program.add_subcommand("help", "Describe the program, or one of its commands");
    const auto name = std::make_shared<std::string>();
    help->add_option("COMMAND", *name, "The command to describe");
    help->callback([&program, &run, name] {
        const CLI::App* about = name->empty() ? &program : program.get_subcommand(*name);
        const std::string title = name->empty() ? "weft" : "weft " + *name;
        run = [text = about->get_formatter()->make_help(about, title, CLI::AppFormatMode::Normal)](
                  Output& out) {
            out.put(text);
            return exit_fine;
        };
    });
}

int finish(Output& out, int exit_code) {
    const Status status = out.flush();
    if (status.ok()) return exit_code;
    complain("", status);
    return exit_failed;
}

/// `words` are the command line without the program's name.
int run_words(const Words& words, Output& out) {
    CLI::App program(
        "Looks into netCDF files of the classic formats (CDF-1, CDF-2, CDF-5), checks and repairs "
        "them.",
        "weft");
    Run run;
    add_all(program, run);
    try {
        program.parse(Words(words.rbegin(), words.rend()));
    } catch (const CLI::Success& success) {  // --help, --version
        return program.exit(success);
    } catch (const CLI::Error& error) {
        complain("", error.what());
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
    return finish(out, run(Words(words.begin(), words.end())));
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
