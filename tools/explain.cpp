// SPDX-License-Identifier: BSD-3-Clause
// weft explain: the meaning of an error code and what to do about it.
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "tools/command.hpp"
#include "tools/shared/code_text.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

struct Explanation {
    std::string symbol;  // or "errno"
    int number = 0;
    std::string sentence;
    std::string advice;  // may be empty
};

/// Positive codes are the system's.
std::optional<Explanation> explain_errno(const std::string& word) {
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number <= 0) return {};
    Explanation about{"errno", number, std::generic_category().message(number), {}};
    if (const auto code = find_code("-" + word))
        about.advice =
            fmt::format("The code -{} of a netCDF function is {}.", number, code->symbol);
    return about;
}

std::optional<Explanation> explain(const std::string& word) {
    const auto code = find_code(word);
    if (!code) return explain_errno(word);
    return Explanation{code->symbol, static_cast<int>(code->code), code->sentence,
                       std::string(advice_for(code->code))};
}

void print_explanation(Output& out, const Explanation& about) {
    if (about.symbol == "errno") {
        out.print("errno {}: {}\n", about.number, about.sentence);
    } else {
        out.print("{} ({}): {}.\n", about.symbol, about.number, about.sentence);
    }
    if (!about.advice.empty()) out.print("  {}\n", about.advice);
}

int run_explain(const std::vector<std::string>& words, bool json, Output& out) {
    int exit_code = exit_fine;
    nlohmann::ordered_json report = nlohmann::ordered_json::array();
    for (const std::string& word : words) {
        if (const auto about = explain(word)) {
            report.push_back({{"symbol", about->symbol},
                              {"number", about->number},
                              {"sentence", about->sentence},
                              {"advice", about->advice}});
            if (!json) print_explanation(out, *about);
            continue;
        }
        complain("", fmt::format(
                         "'{}' is not an error code; give a symbol (NC_ENOTNC) or its number (-51)",
                         word));
        exit_code = exit_usage;
    }
    if (json) out.print("{}\n", report.dump(2));
    return exit_code;
}

}  // namespace

void add_explain(CLI::App& program, Run& run) {
    CommandForm form(program, "explain");
    const auto json = std::make_shared<bool>(false);
    form.flag("--json", *json);
    const CLI::App* const command = form.rest("CODE");  // -51 looks like an option
    form.run(run, [command, json](Output& out) {
        if (command->remaining().empty()) {
            complain("", "CODE is required");
            return exit_usage;
        }
        return run_explain(command->remaining(), *json, out);
    });
}

}  // namespace weft::tools
