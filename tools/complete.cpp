// SPDX-License-Identifier: BSD-3-Clause
// weft __complete: the words that a shell offers (packaging/completion). Not listed in the help.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "tools/command.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {
namespace {

struct CompleteOptions {
    std::string kind;
    std::string about;
};

void put_commands(const CLI::App& program, Output& out) {
    for (const CLI::App* command : program.get_subcommands({})) {
        if (!command->get_group().empty()) out.print("{}\n", command->get_name());
    }
}

void put_options(const CLI::App& command, Output& out) {
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_snames()) out.print("-{}\n", name);
        for (const std::string& name : option->get_lnames()) out.print("--{}\n", name);
    }
}

/// Prints no names for a file that cannot be read: completion shows no messages.
void put_names(const std::string& path, bool dimensions, Output& out) {
    const Result<Input> input = Input::open(path);
    if (!input.ok()) return;
    const model::Schema& schema = input.value().schema();
    for (int id = 0; dimensions && id < schema.dimension_count(); ++id) {
        out.print("{}\n", schema.dimension(id).name);
    }
    for (int id = 0; !dimensions && id < schema.variable_count(); ++id) {
        out.print("{}\n", schema.variable(id).name);
    }
}

}  // namespace

void add_complete(CLI::App& program, Run& run) {
    CLI::App* command = program.add_subcommand("__complete", "Words for a shell");
    command->group("");
    const auto options = std::make_shared<CompleteOptions>();
    command->add_option("KIND", options->kind, "What to list")
        ->required()
        ->check(CLI::IsMember({"commands", "options", "variables", "dimensions"}));
    command->add_option("ABOUT", options->about, "A command, or a file");
    command->callback([&program, options, &run] {
        run = [&program, options](Output& out) {
            if (options->kind == "commands") {
                put_commands(program, out);
            } else if (options->kind == "options") {
                for (const CLI::App* about : program.get_subcommands({})) {
                    if (about->get_name() == options->about) put_options(*about, out);
                }
            } else {
                put_names(options->about, options->kind == "dimensions", out);
            }
            return exit_fine;
        };
    });
}

}  // namespace weft::tools
