// SPDX-License-Identifier: BSD-3-Clause
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Utf8, ValidCharactersStay) {
    EXPECT_EQ(as_utf8("a\"\n\x7f"), "a\"\n\x7f");
    // The first and the last character of each length, and the neighbours of the surrogates.
    for (const char* const character :
         {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
          "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
        EXPECT_EQ(as_utf8(character), character);
        EXPECT_EQ(utf8_length(character), std::string_view(character).size());
    }
}

TEST(Utf8, OtherBytesAreThoseOfLatin1) {
    EXPECT_EQ(as_utf8("\xe4z"), "\xc3\xa4z");
    EXPECT_EQ(as_utf8("\xc3"), "\xc3\x83");                          // cut
    EXPECT_EQ(as_utf8("\xc0\xaf"), "\xc3\x80\xc2\xaf");              // overlong
    EXPECT_EQ(as_utf8("\xe0\x80\xaf"), "\xc3\xa0\xc2\x80\xc2\xaf");  // overlong
    EXPECT_EQ(as_utf8("\xed\xa0\x80"), "\xc3\xad\xc2\xa0\xc2\x80");  // surrogate
    EXPECT_EQ(as_utf8("\xf4\x90\x80\x80"), "\xc3\xb4\xc2\x90\xc2\x80\xc2\x80");
    EXPECT_EQ(as_utf8("\xf0\x8f\x80\x80"), "\xc3\xb0\xc2\x8f\xc2\x80\xc2\x80");
    EXPECT_EQ(as_utf8("\xc3\xc3\xa4"), "\xc3\x83\xc3\xa4");
}

}  // namespace
}  // namespace weft
