// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/formats.hpp"

#include <string>

#include "formats/formats.hpp"
#include "tools/shared/command_form.hpp"

namespace weft::tools {

void add_format_option(CommandForm& form, std::optional<int>& kind) {
    form.each("-k", [&kind](const std::string& word) {
        const Result<int> called = formats::kind_called(word);
        if (!called.ok()) throw CLI::ValidationError("-k", called.status().context());
        kind = called.value();
    });
}

}  // namespace weft::tools
