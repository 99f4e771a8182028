// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/message.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/presentable.hpp"
#include "tools/shared/code_text.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {
namespace {

void say(std::string_view path, std::string_view kind, std::string_view colour,
         std::string_view text) {
    const bool coloured = wants_colour(STDERR_FILENO);
    const std::string line =
        fmt::format("weft: {}{}{}{}{}: {}\n", presentable_name(path), path.empty() ? "" : ": ",
                    coloured ? colour : "", kind, coloured ? "\033[0m" : "", presentable(text));
    std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void complain(std::string_view path, std::string_view text) {
    say(path, "error", "\033[31m", text);
}

void complain(std::string_view path, const Status& status) {
    complain(path, text_of(status));
}

void warn(std::string_view path, std::string_view text) {
    say(path, "warning", "\033[33m", text);
}

std::string text_of(const Status& status) {
    const CodeText text = text_of_code(status.code());
    return fmt::format("{} ({})",
                       presentable(status.context().empty() ? text.sentence : status.context()),
                       text.symbol);
}

}  // namespace weft::tools
