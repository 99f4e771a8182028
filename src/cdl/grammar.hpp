// SPDX-License-Identifier: BSD-3-Clause
// The common parts of the grammar: symbols, names and constants that must be present.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cdl/constant.hpp"
#include "cdl/lexer.hpp"
#include "cdl/note.hpp"

namespace weft::cdl {

/// True when the token is this symbol.
bool at(const Lexer& lexer, char symbol);
/// Moves on if it is.
bool accept(Lexer& lexer, char symbol);
/// Moves on, or fails with "expected ';' after WHERE, found ...".
bool expect(Lexer& lexer, char symbol, std::string_view where);

/// Fails with "expected WHAT, found ..." at the token.
void fail_expected(Lexer& lexer, std::string_view what);

/// A name, which is consumed; "" after a failure.
struct Name {
    std::string text;
    Position position;
    bool is_escaped = false;
};
Name expect_name(Lexer& lexer, std::string_view what);

/// Consumes a number, a character or a special floating value. Empty after a failure.
std::optional<Constant> expect_constant(Lexer& lexer);

/// Consumes the note that is the token. Empty after a failure.
std::optional<Note> expect_note(Lexer& lexer);

/// The constant as one of `type`; zeros after a failure, which is reported at `position`.
FileValue expect_value(Lexer& lexer, const Constant& constant, types::External type,
                       Position position);

}  // namespace weft::cdl
