// SPDX-License-Identifier: BSD-3-Clause
// Strings of JSON from arbitrary bytes, piece by piece.
#pragma once

#include <string>
#include <string_view>

#include "tools/shared/output.hpp"

namespace weft::tools {

/// Writes one string literal. JSON is UTF-8, so a byte that is not part of valid UTF-8 becomes the
/// character of Latin-1 with its number. Pieces may be cut anywhere.
class JsonString {
public:
    explicit JsonString(Output& out) : out_(out) { out_.put("\""); }
    void put(std::string_view piece);
    void finish();

private:
    void put_all(std::string_view bytes, bool is_last);
    void put_ascii(char byte);

    Output& out_;
    std::string rest_;  // the begin of a multi-byte character
};

/// A whole string literal.
void put_json_string(Output& out, std::string_view text);

/// The same bytes as valid UTF-8.
std::string as_utf8(std::string_view text);

}  // namespace weft::tools
