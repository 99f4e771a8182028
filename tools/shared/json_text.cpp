// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/json_text.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"

namespace weft::tools {
namespace {

/// The number of bytes at the end that later ones may complete to a character.
std::size_t open_end(std::string_view text) {
    constexpr std::size_t most = 3;
    for (std::size_t length = 1; length <= most && length <= text.size(); ++length) {
        const auto byte = static_cast<unsigned char>(text[text.size() - length]);
        const std::size_t promised = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        if (promised > 1) return promised > length ? length : 0;
    }
    return 0;
}

}  // namespace

void JsonString::put(std::string_view piece) {
    rest_ += piece;
    put_front(rest_.size() - open_end(rest_));
}

void JsonString::finish() {
    put_front(rest_.size());
    out_.put("\"");
}

void JsonString::put_front(std::size_t length) {
    const std::string literal = nlohmann::json(as_utf8(rest_.substr(0, length))).dump();
    out_.put(std::string_view(literal).substr(1, literal.size() - 2));
    rest_.erase(0, length);
}

void put_json_string(Output& out, std::string_view text) {
    JsonString string(out);
    string.put(text);
    string.finish();
}

}  // namespace weft::tools
