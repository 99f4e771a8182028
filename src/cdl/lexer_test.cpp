// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/lexer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cdl/test_text.hpp"

namespace weft::cdl {
namespace {

/// Every token as "kind:text@line.column".
std::vector<std::string> tokens_of(const std::string& text, std::size_t piece = 1000) {
    SlowSource source(text, piece);
    Lexer lexer(source);
    std::vector<std::string> found;
    for (lexer.next(); lexer.token().kind != TokenKind::end; lexer.next()) {
        const Token& token = lexer.token();
        std::string word = token.text;
        if (token.kind == TokenKind::string) {
            while (lexer.read_string(word)) {
            }
        }
        found.push_back(std::string(1, "enncsyw"[static_cast<int>(token.kind)]) + ":" + word + "@" +
                        std::to_string(token.position.line) + "." +
                        std::to_string(token.position.column));
    }
    if (!lexer.status().ok()) found.push_back(lexer.status().context());
    return found;
}

using Tokens = std::vector<std::string>;

TEST(Lexer, TellsNamesNumbersTextAndSymbolsApart) {
    EXPECT_EQ(tokens_of("x = -1.5e-3f , 0x1F;"), (Tokens{"n:x@1.1", "y:=@1.3", "n:-1.5e-3f@1.5",
                                                         "y:,@1.14", "n:0x1F@1.16", "y:;@1.20"}));
    EXPECT_EQ(tokens_of("a-b+c.d@e\n'q' \"s\""), (Tokens{"n:a-b+c.d@e@1.1", "c:q@2.1", "s:s@2.5"}));
}

TEST(Lexer, TakesBackslashesOutOfNames) {
    EXPECT_EQ(tokens_of("\\1st\\ one\\;"), (Tokens{"n:1st one;@1.1"}));
}

TEST(Lexer, CountsColumnsInCharacters) {
    EXPECT_EQ(tokens_of("\xC3\xBC \xE6\xB5\xB7 b"),
              (Tokens{"n:\xC3\xBC@1.1", "n:\xE6\xB5\xB7@1.3", "n:b@1.5"}));
}

TEST(Lexer, PassesOverTheMarkOfUtf8AtTheBeginningOnly) {
    EXPECT_EQ(tokens_of("\xEF\xBB\xBF b"), (Tokens{"n:b@1.2"}));
    EXPECT_EQ(tokens_of("b \xEF\xBB\xBF"), (Tokens{"n:b@1.1", "n:\xEF\xBB\xBF@1.3"}));
}

TEST(Lexer, UnderstandsEscapesOfText) {
    EXPECT_EQ(tokens_of(R"("\a\b\f\n\r\t\v\\\'\"\?\q\101\x41\x4g\7")"),
              (Tokens{"s:\a\b\f\n\r\t\v\\'\"?qAA\x04g\a@1.1"}));
    EXPECT_EQ(tokens_of(R"('\'' '\\' '\377')"), (Tokens{"c:'@1.1", "c:\\@1.6", "c:\xFF@1.11"}));
}

TEST(Lexer, FindsNotesAmongComments) {
    for (const std::size_t piece : {1, 3, 100}) {
        EXPECT_EQ(
            tokens_of("a // weft: size 5\n//weft: b\n // weft:\n//  weft: c\n// weft: ", piece),
            (Tokens{"n:a@1.1", "w:size 5@1.3", "w:@5.1"}));
    }
    EXPECT_THAT(tokens_of("// weft: " + std::string(5000, 'x')).back(),
                "line 1, column 1: this word is too long");
}

TEST(Lexer, SkipsCommentsAndTellsThem) {
    SlowSource source("a // one\n // two\n b // three", 1);
    Lexer lexer(source);
    lexer.next();
    EXPECT_EQ(lexer.comments(), "");
    lexer.next();
    EXPECT_EQ(lexer.token().text, "b");
    EXPECT_EQ(lexer.comments(), "// one\n// two\n");
}

TEST(Lexer, DoesNotDependOnThePiecesOfTheText) {
    const std::string text = "ab\\ c = -1e+5, \"t\\101\\n\", 'x' // c\n {NaN}";
    for (std::size_t piece = 1; piece < 12; ++piece)
        EXPECT_EQ(tokens_of(text, piece), tokens_of(text));
}

TEST(Lexer, HandsOutLongTextInPieces) {
    SlowSource source('"' + std::string(1 << 20, 'x') + '"', 1 << 20);
    Lexer lexer(source);
    lexer.next();
    std::string piece;
    std::size_t total = 0;
    bool has_more = true;
    while (has_more) {
        piece.clear();
        has_more = lexer.read_string(piece);
        EXPECT_LE(piece.size(), Lexer::string_piece + 8);
        total += piece.size();
    }
    EXPECT_EQ(total, std::size_t{1} << 20);
    EXPECT_EQ(source.most_asked(), format::ByteSource::window_bytes);
}

TEST(Lexer, SaysWhereTextHasNoEnd) {
    EXPECT_EQ(tokens_of("a\n \"b").back(),
              "line 2, column 2: the string that begins here has no end");
    EXPECT_EQ(tokens_of("'a").back(), "line 1, column 1: expected one character and then a quote");
    EXPECT_EQ(tokens_of("a \x01").back(), "line 1, column 3: byte 0x01 is not allowed here");
    EXPECT_EQ(tokens_of(std::string(5000, 'a')).back(), "line 1, column 1: this word is too long");
}

TEST(Lexer, PassesAFailureToReadOn) {
    class Broken final : public format::ByteSource {
        Result<std::span<const std::byte>> at(std::int64_t, std::int64_t) override {
            return Status(Code::eread, "gone");
        }
    } source;
    Lexer lexer(source);
    lexer.next();
    EXPECT_EQ(lexer.token().kind, TokenKind::end);
    EXPECT_EQ(lexer.status().code(), Code::eread);
}

}  // namespace
}  // namespace weft::cdl
