// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/grammar.hpp"

#include <fmt/format.h>

namespace weft::cdl {
namespace {

std::string shown(const Token& token) {
    switch (token.kind) {
        case TokenKind::end:
            return "the end of the text";
        case TokenKind::string:
            return "a string";
        case TokenKind::character:
            return "a character";
        case TokenKind::note:
            return "a note of weft";
        case TokenKind::name:
        case TokenKind::number:
        case TokenKind::symbol:
            break;
    }
    constexpr std::size_t most = 60;
    if (token.text.size() <= most) return fmt::format("'{}'", token.text);
    return fmt::format("'{}...'", token.text.substr(0, most));
}

/// The bits behind NaN in brackets; the token is the opening one.
std::optional<Constant> expect_bits(Lexer& lexer, const Constant& special) {
    accept(lexer, '(');
    const Position position = lexer.token().position;
    if (lexer.token().kind != TokenKind::number) {
        fail_expected(lexer, "the bits of NaN");
        return std::nullopt;
    }
    const Result<Constant> bits = read_number(lexer.token().text);
    lexer.next();
    const bool is_good = bits.ok() && bits.value().kind == ConstantKind::integer &&
                         !bits.value().is_negative && bits.value().digits.empty();
    if (!is_good) {
        lexer.fail(Code::enotnc, position, "expected the bits of NaN as a number without a sign");
        return std::nullopt;
    }
    if (!expect(lexer, ')', "the bits of NaN")) return std::nullopt;
    return constant_of_bits(special, bits.value().magnitude);
}

}  // namespace

bool at(const Lexer& lexer, char symbol) {
    return lexer.token().kind == TokenKind::symbol && lexer.token().text.front() == symbol;
}

bool accept(Lexer& lexer, char symbol) {
    if (!at(lexer, symbol)) return false;
    lexer.next();
    return true;
}

bool expect(Lexer& lexer, char symbol, std::string_view where) {
    if (accept(lexer, symbol)) return true;
    fail_expected(lexer, fmt::format("'{}' after {}", symbol, where));
    return false;
}

void fail_expected(Lexer& lexer, std::string_view what) {
    lexer.fail(Code::enotnc, lexer.token().position,
               fmt::format("expected {}, found {}", what, shown(lexer.token())));
}

Name expect_name(Lexer& lexer, std::string_view what) {
    if (lexer.token().kind != TokenKind::name) {
        fail_expected(lexer, what);
        return {};
    }
    Name name{lexer.token().text, lexer.token().position, lexer.token().is_escaped};
    lexer.next();
    return name;
}

std::optional<Constant> expect_constant(Lexer& lexer) {
    const Token& token = lexer.token();
    if (token.kind == TokenKind::character) {
        const Constant constant = constant_of_byte(token.text.front());
        lexer.next();
        return constant;
    }
    if (token.kind == TokenKind::number) {
        Result<Constant> constant = read_number(token.text);
        if (!constant.ok()) {
            lexer.fail(constant.code(), token.position, constant.status().context());
            return std::nullopt;
        }
        lexer.next();
        return std::move(constant).value();
    }
    if (token.kind == TokenKind::name && !token.is_escaped) {
        const std::optional<Constant> special = read_special(token.text);
        if (special) {
            lexer.next();
            return at(lexer, '(') ? expect_bits(lexer, *special) : special;
        }
    }
    fail_expected(lexer, "a value");
    return std::nullopt;
}

std::optional<Note> expect_note(Lexer& lexer) {
    Result<Note> note = parse_note(lexer.token().text);
    if (!note.ok()) {
        lexer.fail(note.code(), lexer.token().position, note.status().context());
        return std::nullopt;
    }
    lexer.next();
    return std::move(note).value();
}

FileValue expect_value(Lexer& lexer, const Constant& constant, types::External type,
                       Position position) {
    const Result<FileValue> value = file_value(constant, type);
    if (value.ok()) return value.value();
    lexer.fail(value.code(), position, value.status().context());
    return {};
}

}  // namespace weft::cdl
