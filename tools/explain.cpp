// SPDX-License-Identifier: BSD-3-Clause
// weft explain: what an error code means and what to do about it.
#include <fmt/format.h>

#include <charconv>
#include <string>
#include <system_error>
#include <vector>

#include "tools/code_text.hpp"
#include "tools/command.hpp"
#include "tools/message.hpp"

namespace weft::tools {
namespace {

/// Positive codes are the system's own.
bool explain_errno(const std::string& word, Output& out) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number <= 0) return false;
    out.print("errno {}: {}\n", number, std::generic_category().message(number));
    return true;
}

bool explain(const std::string& word, Output& out) {
    const auto code = find_code(word);
    if (!code) return explain_errno(word, out);
    out.print("{} ({}): {}.\n", code->symbol, static_cast<int>(code->code), code->sentence);
    const std::string_view advice = advice_for(code->code);
    if (!advice.empty()) out.print("  {}\n", advice);
    return true;
}

int run_explain(const std::vector<std::string>& words, Output& out) {
    int exit_code = exit_fine;
    for (const std::string& word : words) {
        if (explain(word, out)) continue;
        complain("",
                 fmt::format("'{}' is no error code; give a symbol (NC_ENOTNC) or its number (-51)",
                             word));
        exit_code = exit_usage;
    }
    return exit_code;
}

}  // namespace

void add_explain(CLI::App& program, Run& run) {
    CLI::App* command =
        program.add_subcommand("explain", "Say what an error code means and what to do about it");
    // -51 looks like an option, so that the codes are collected as what is left over.
    command->allow_extras();
    command->footer(
        "weft explain CODE...: a symbol, such as NC_ENOTNC or enotnc, or a number, such as -51.");
    command->callback([command, &run] {
        if (command->remaining().empty()) throw CLI::RequiredError("CODE");
        run = [words = command->remaining()](Output& out) { return run_explain(words, out); };
    });
}

}  // namespace weft::tools
