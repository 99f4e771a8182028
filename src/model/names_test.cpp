// SPDX-License-Identifier: BSD-3-Clause
#include "model/names.hpp"

#include <gtest/gtest.h>

namespace weft::model {
namespace {

const std::string composed = "caf\xC3\xA9";     // e with acute as one code point
const std::string decomposed = "cafe\xCC\x81";  // e, then a combining acute

TEST(Names, LegalOnesPass) {
    for (const char* name :
         {"a", "Z", "0", "_x", "temp 2m", "a+b(c)[d]:e*f", "x.y-z@w", "9lives", "\xCE\xB8",
          "\xF0\x9F\x8C\x8A"
          "wave"})
        EXPECT_TRUE(check_name(name).ok()) << name;
    EXPECT_TRUE(check_name(std::string(256, 'x')).ok());
}

TEST(Names, IllegalOnesAreBadNames) {
    for (const char* name :
         {"", " a", "-a", "+a", "/", "a/b", "a\tb", "a\x7F", "a\x01", "a ", ".a"})
        EXPECT_EQ(check_name(name).code(), Code::ebadname) << name;
    EXPECT_EQ(check_name(std::string_view("a\0b", 3)).code(), Code::ebadname);
}

TEST(Names, InvalidUtf8IsABadName) {
    for (const char* name : {"\xFF", "a\x80", "a\xC3", "\xC0\xAF", "a\xED\xA0\x80",
                             "\xF8\x88\x80\x80", "\xF4\x90\x80\x80", "a\xE2\x82"})
        EXPECT_EQ(check_name(name).code(), Code::ebadname) << name;
    EXPECT_NE(check_name("ab\xC3").context().find("byte 2"), std::string::npos);
}

TEST(Names, TooLongComesBeforeIllegal) {
    EXPECT_EQ(check_name(std::string(257, '/')).code(), Code::emaxname);
    EXPECT_EQ(normalised_name(std::string(257, 'a')).code(), Code::emaxname);
}

TEST(Names, AreNormalisedToFormC) {
    EXPECT_EQ(normalised_name(decomposed).value(), composed);
    EXPECT_EQ(normalised_name(composed).value(), composed);
    EXPECT_EQ(normalised_name("plain").value(), "plain");
    EXPECT_EQ(normalised_name("a/b").code(), Code::ebadname);
}

TEST(Names, WithAnyByteAnywhereAreNormalisedWhereTheyAreLegal) {
    for (std::size_t length = 1; length <= 17; ++length)
        for (std::size_t at = 0; at < length; ++at)
            for (int byte = 0; byte < 256; ++byte) {
                std::string name(length, 'n');
                name[at] = static_cast<char>(byte);
                const Status status = check_name(name);
                EXPECT_EQ(normalised_name(name).code(), status.code()) << length << ' ' << at;
                EXPECT_EQ(is_ascii(name), byte < 0x80) << length << ' ' << at;
            }
}

TEST(Names, ThatGrowTooLongWhenNormalisedAreTooLong) {
    std::string growing;  // U+0958 has 3 bytes and normalises to two code points of 6
    for (int i = 0; i < 85; ++i) growing += "\xE0\xA5\x98";
    ASSERT_TRUE(check_name(growing).ok());
    EXPECT_EQ(normalised_name(growing).code(), Code::emaxname);
}

}  // namespace
}  // namespace weft::model
