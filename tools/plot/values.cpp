// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/utf8.hpp"
#include "tools/meaning/attributes.hpp"
#include "tools/meaning/value_rules.hpp"
#include "tools/shared/value_stream.hpp"

namespace weft::tools {

Status read_values(const Input& file, int id, std::int64_t count,
                   const std::function<void(double)>& take) {
    const model::Variable& variable = file.schema().variable(id);
    const ValueRules rules = rules_of(variable);
    ValueStream stream(file, id);
    std::int64_t left = std::min(count, stream.values_left());
    while (left > 0) {
        const auto bytes = stream.next(left);
        if (!bytes.ok()) return bytes.status();
        take_meant(rules, bytes.value(), [&take](double value) {
            take(std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN());
        });
        left -= std::ssize(bytes.value()) / types::size_of(variable.type);
    }
    return {};
}

std::string title_of(const model::Variable& variable) {
    std::string units = text_in(variable, "units");
    if (const std::size_t zero = units.find('\0'); zero != std::string::npos) units.resize(zero);
    const std::string name = shown(variable.name);
    return find_text(variable, "units") == nullptr ? name : name + " (" + shown(units) + ")";
}

std::string shown(std::string_view text) {
    const std::string utf8 = as_utf8(text);
    std::string safe;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto byte = static_cast<unsigned char>(utf8[at]);
        const auto next = static_cast<unsigned char>(at + 1 < utf8.size() ? utf8[at + 1] : 0);
        const bool is_long = byte == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F
        const bool controls = byte < 0x20 || byte == 0x7f || is_long;
        safe += controls ? '?' : utf8[at];
        if (is_long) ++at;
    }
    return safe;
}

}  // namespace weft::tools
