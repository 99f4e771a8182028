// SPDX-License-Identifier: BSD-3-Clause
// The tokens of a CDL text, one at a time, in bounded memory: a string literal, which may be as
// long as the file, is returned in pieces.
//
// A failure (of the text or of reading it) is stored, and the text ends there for the parser:
// callers check status() once, at their end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "format/byte_source.hpp"

namespace weft::cdl {

/// A position in the text, counted from 1; columns are characters of UTF-8.
struct Position {
    std::int64_t line = 1;
    std::int64_t column = 1;
};

/// "line 3, column 7: ", in front of a sentence.
std::string text_of(Position position);

enum class TokenKind { end, name, number, character, string, symbol, note };

struct Token {
    TokenKind kind = TokenKind::end;
    Position position;
    // A name without its backslashes; empty for a string; for a note, what follows its mark.
    std::string text;
    bool is_escaped = false;  // a name with a backslash, which is never a keyword
};

class Lexer {
public:
    /// The longest name or number of a text, and the longest comment that comments() returns.
    static constexpr std::size_t longest_word = 4096;

    explicit Lexer(format::ByteSource& source) : source_(source) {}

    /// Reads the next token. Skips the rest of a string.
    void next();
    [[nodiscard]] const Token& token() const { return token_; }

    /// Appends a piece of the string that is the token; false for the last one. A piece has at most
    /// a few bytes more than `string_piece`.
    bool read_string(std::string& text);
    static constexpr std::size_t string_piece = 64 << 10;

    /// Reads the text up to `stop`, which is not consumed, as the token: a name without surrounding
    /// blanks. It is used for the name of a dataset.
    void read_name_until(char stop);

    /// The byte behind the token, or -1 at the end of the text.
    [[nodiscard]] int following() { return peek(); }

    /// The text of the line comments between the last token and this one, without notes (note.hpp),
    /// which are tokens.
    [[nodiscard]] std::string_view comments() const { return comments_; }

    [[nodiscard]] const Status& status() const { return status_; }
    /// Stores the first failure, with its position in front, and ends the text.
    void fail(Code code, Position position, std::string_view sentence);

private:
    int peek(std::size_t ahead = 0) {
        while (at_ + ahead >= buffer_.size()) {
            if (!refill()) return -1;
        }
        return static_cast<unsigned char>(buffer_[at_ + ahead]);
    }
    void take();
    void append_taken() {
        token_.text += static_cast<char>(peek());
        take();
    }
    bool refill();
    bool skip_space();
    void read_comment();
    void read_word();
    void read_name();
    void read_number();
    void read_character();
    void read_symbol();
    [[nodiscard]] bool begins_number();
    void read_escape(std::string& text);
    int read_digits(int base, int most);

    format::ByteSource& source_;
    std::string buffer_;  // the text read from the position on
    std::size_t at_ = 0;
    std::int64_t offset_ = 0;  // in the source, of the end of buffer_
    bool has_ended_ = false;
    bool in_string_ = false;
    Position position_;
    Token token_;
    std::string comments_;
    Status status_;
};

}  // namespace weft::cdl
