// SPDX-License-Identifier: BSD-3-Clause
// Strings of JSON from arbitrary bytes, piece by piece.
#pragma once

#include <string>
#include <string_view>

#include "tools/shared/output.hpp"

namespace weft::tools {

/// Writes one string literal of the bytes as UTF-8 (as_utf8). Pieces may be cut anywhere.
class JsonString {
public:
    explicit JsonString(Output& out) : out_(out) { out_.put("\""); }
    void put(std::string_view piece);
    void finish();

private:
    void put_front(std::size_t length);

    Output& out_;
    std::string rest_;  // the begin of a character of several bytes
};

/// A whole string literal.
void put_json_string(Output& out, std::string_view text);

}  // namespace weft::tools
