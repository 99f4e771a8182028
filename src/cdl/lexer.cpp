// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/lexer.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "cdl/note.hpp"

namespace weft::cdl {
namespace {

// Kinds of bytes in a CDL text; -1, at its end, is of no kind.

constexpr std::string_view blanks = " \t\r\n\f\v";

bool is_blank(int byte) {
    return byte >= 0 && blanks.find(static_cast<char>(byte)) != std::string_view::npos;
}

bool is_digit(int byte) {
    return byte >= '0' && byte <= '9';
}

bool is_letter(int byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool begins_name(int byte) {
    return is_letter(byte) || byte == '_' || byte == '\\' || byte >= 0x80;
}

bool continues_name(int byte) {
    return begins_name(byte) || is_digit(byte) || byte == '.' || byte == '@' || byte == '+' ||
           byte == '-' || byte == '%';
}

std::string shown(int byte) {
    if (byte < 0) return "the end of the text";
    if (byte > 0x20 && byte < 0x7f) return fmt::format("'{}'", static_cast<char>(byte));
    return fmt::format("byte {:#04x}", byte);
}

}  // namespace

std::string text_of(Position position) {
    return fmt::format("line {}, column {}: ", position.line, position.column);
}

void Lexer::fail(Code code, Position position, std::string_view sentence) {
    status_.keep_first({code, text_of(position) + std::string(sentence)});
    has_ended_ = true;
    buffer_.clear();
    at_ = 0;
    in_string_ = false;
    token_ = Token();
    token_.position = position;
}

bool Lexer::refill() {
    if (has_ended_) return false;
    buffer_.erase(0, at_);
    at_ = 0;
    const auto bytes = source_.at(offset_, format::ByteSource::window_bytes);
    if (!bytes.ok()) {
        status_.keep_first(bytes.status());
        buffer_.clear();
        has_ended_ = true;
        return false;
    }
    const auto count = bytes.value().size();
    buffer_.append(reinterpret_cast<const char*>(bytes.value().data()), count);
    offset_ += static_cast<std::int64_t>(count);
    has_ended_ = count == 0;
    return count > 0;
}

/// Consumes the byte of peek().
void Lexer::take() {
    if (at_ >= buffer_.size()) return;
    const auto byte = static_cast<unsigned char>(buffer_[at_++]);
    if (byte == '\n') {
        ++position_.line;
        position_.column = 1;
    } else if ((byte & 0xc0) != 0x80) {
        ++position_.column;
    }
}

/// A comment to the end of its line. One that begins with the mark of a note becomes the token.
void Lexer::read_comment() {
    take();
    take();
    bool is_note = true;
    for (std::size_t i = 0; i < note_mark.size() && is_note; ++i) is_note = peek(i) == note_mark[i];
    for (std::size_t i = 0; i < note_mark.size() && is_note; ++i) take();
    if (!is_note && comments_.size() <= longest_word) comments_ += "//";
    std::string& text = is_note ? token_.text : comments_;
    for (int byte = peek(); byte >= 0 && byte != '\n'; byte = peek()) {
        if (text.size() <= longest_word) text += static_cast<char>(byte);
        take();
    }
    if (is_note) {
        token_.kind = TokenKind::note;
    } else if (comments_.size() <= longest_word) {
        comments_ += '\n';
    }
}

/// Skips blanks and comments. Returns true at a note, which is then the token.
bool Lexer::skip_space() {
    token_.kind = TokenKind::end;
    while (true) {
        if (is_blank(peek())) {
            take();
        } else if (position_.line == 1 && position_.column == 1 && peek() == 0xef &&
                   peek(1) == 0xbb && peek(2) == 0xbf) {
            at_ += 3;  // the byte order mark of some editors
        } else if (peek() == '/' && peek(1) == '/') {
            token_.position = position_;
            read_comment();
            if (token_.kind == TokenKind::note) return true;
        } else {
            return false;
        }
    }
}

void Lexer::next() {
    std::string rest;
    while (in_string_ && read_string(rest)) rest.clear();
    token_.text.clear();
    token_.is_escaped = false;
    comments_.clear();
    if (!skip_space()) {
        token_.position = position_;
        read_word();
    }
    if (token_.text.size() > longest_word)
        fail(Code::enotnc, token_.position, "this word is too long");
    if (!status_.ok()) token_.kind = TokenKind::end;
}

void Lexer::read_word() {
    const int first = peek();
    if (first < 0) {
        token_.kind = TokenKind::end;
    } else if (begins_name(first)) {
        read_name();
    } else if (begins_number()) {
        read_number();
    } else if (first == '"') {
        token_.kind = TokenKind::string;
        in_string_ = true;
        take();
    } else if (first == '\'') {
        read_character();
    } else {
        read_symbol();
    }
}

void Lexer::read_symbol() {
    constexpr std::string_view symbols = "{}()[],;:=*";
    const int byte = peek();
    if (symbols.find(static_cast<char>(byte)) == std::string_view::npos) {
        fail(Code::enotnc, position_, shown(byte) + " is not allowed here");
        return;
    }
    token_.kind = TokenKind::symbol;
    append_taken();
}

void Lexer::read_name() {
    token_.kind = TokenKind::name;
    while (continues_name(peek()) && token_.text.size() <= longest_word) {
        if (peek() == '\\') {
            take();
            token_.is_escaped = true;
            if (peek() < 0 || peek() == '\n') {
                fail(Code::enotnc, position_, "expected a character after the backslash");
                return;
            }
        }
        append_taken();
    }
}

bool Lexer::begins_number() {
    const int first = peek();
    if (is_digit(first)) return true;
    if (first == '.') return is_digit(peek(1));
    if (first != '+' && first != '-') return false;
    // Only NaN and infinity are valid names of this form, which the parser checks.
    return is_digit(peek(1)) || peek(1) == '.' || is_letter(peek(1));
}

/// Reads everything that can be part of a number; the parser checks it.
void Lexer::read_number() {
    token_.kind = TokenKind::number;
    append_taken();
    const bool is_hexadecimal =
        (peek() == 'x' || peek() == 'X') || (is_digit(peek()) && peek(1) == 'x');
    while (token_.text.size() <= longest_word) {
        const int byte = peek();
        const bool may_be_signed =
            !is_hexadecimal && (token_.text.back() == 'e' || token_.text.back() == 'E');
        const bool is_sign = (byte == '+' || byte == '-') && may_be_signed;
        if (!is_digit(byte) && !is_letter(byte) && byte != '.' && !is_sign) return;
        append_taken();
    }
}

void Lexer::read_character() {
    token_.kind = TokenKind::character;
    take();
    if (peek() == '\'') {
        fail(Code::enotnc, token_.position, "expected a character between the quotes");
        return;
    }
    if (peek() == '\\') {
        read_escape(token_.text);
    } else if (peek() >= 0) {
        append_taken();
    }
    if (status_.ok() && peek() != '\'')
        fail(Code::enotnc, token_.position, "expected one character and then a quote");
    take();
}

bool Lexer::read_string(std::string& text) {
    const std::size_t limit = text.size() + string_piece;
    while (in_string_ && text.size() < limit) {
        const int byte = peek();
        if (byte < 0) {
            fail(Code::enotnc, token_.position, "the string that begins here has no end");
        } else if (byte == '\\') {
            read_escape(text);
        } else if (byte == '"') {
            take();
            in_string_ = false;
        } else {
            text += static_cast<char>(byte);
            take();
        }
    }
    return in_string_;
}

/// The number of up to `most` digits.
int Lexer::read_digits(int base, int most) {
    int value = 0;
    for (; most > 0; --most) {
        const int byte = peek();
        int digit = base;
        if (is_digit(byte)) digit = byte - '0';
        if (is_letter(byte)) digit = (byte | 0x20) - 'a' + 10;
        if (digit >= base) break;
        value = value * base + digit;
        take();
    }
    return value;
}

/// A backslash and its character.
void Lexer::read_escape(std::string& text) {
    constexpr std::string_view letters = "abfnrtv";
    constexpr std::string_view meanings = "\a\b\f\n\r\t\v";
    take();
    const int byte = peek();
    if (byte >= '0' && byte <= '7') {
        text += static_cast<char>(read_digits(8, 3));
        return;
    }
    if (byte < 0) return;
    const Position position = position_;
    take();
    if (byte == 'x' || byte == 'X') {
        const int first = peek();
        if (!is_digit(first) && !((first | 0x20) >= 'a' && (first | 0x20) <= 'f')) {
            fail(Code::enotnc, position, "expected hexadecimal digits after \\x");
            return;
        }
        text += static_cast<char>(read_digits(16, 2));
        return;
    }
    if (byte == '\n') return;  // the text continues in the next line
    const std::size_t letter = letters.find(static_cast<char>(byte));
    text += letter == std::string_view::npos ? static_cast<char>(byte) : meanings[letter];
}

void Lexer::read_name_until(char stop) {
    token_.text.clear();
    token_.kind = TokenKind::name;
    while (is_blank(peek())) take();
    token_.position = position_;
    std::size_t length = 0;  // without blanks at the end
    while (peek() >= 0 && peek() != stop && token_.text.size() <= longest_word) {
        const bool is_escaped = peek() == '\\';
        if (is_escaped) take();
        const bool is_space = !is_escaped && is_blank(peek());
        append_taken();
        if (!is_space) length = token_.text.size();
    }
    token_.text.resize(length);
    if (length > longest_word) fail(Code::enotnc, token_.position, "this name is too long");
}

}  // namespace weft::cdl
