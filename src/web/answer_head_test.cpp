// SPDX-License-Identifier: BSD-3-Clause
#include "web/answer_head.hpp"

#include <gtest/gtest.h>

namespace weft::web {
namespace {

TEST(AnswerHead, KeepsTheLinesThatCount) {
    AnswerHead head;
    for (const char* line : {"HTTP/1.1 206 Partial Content\r\n", "ETag:  \"a\"\r\n",
                             "content-RANGE: bytes 0-9/20\r\n", "X-Other: 1\r\n", "\r\n"})
        head.take_line(line);
    EXPECT_EQ(head.status, 206);
    EXPECT_EQ(head.etag, "\"a\"");
    EXPECT_EQ(head.content_range, "bytes 0-9/20");
    EXPECT_FALSE(head.contradicts_itself);
}

TEST(AnswerHead, BeginsAnewWithEachStatus) {
    AnswerHead head;
    for (const char* line : {"HTTP/1.1 100 Continue\r\n", "ETag: \"a\"\r\n", "HTTP/2 200 \r\n"})
        head.take_line(line);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.etag, "");
    head.take_line("HTTP/2\r\n");
    EXPECT_EQ(head.status, 0);
    head.take_line("HTTP/1.1 2x6 Yes\r\n");
    EXPECT_EQ(head.status, 0);
}

TEST(AnswerHead, NoticesTwoLinesThatDiffer) {
    AnswerHead head;
    head.take_line("ETag: \"a\"\r\n");
    head.take_line("ETag: \"a\"\r\n");
    EXPECT_FALSE(head.contradicts_itself);
    head.take_line("ETag: \"b\"\r\n");
    EXPECT_TRUE(head.contradicts_itself);
}

TEST(ContentRange, HasAFirstAndALastByteAndALength) {
    EXPECT_EQ(parse_content_range("bytes 0-99/1000"), (ContentRange{0, 99, 1000}));
    EXPECT_EQ(parse_content_range(" Bytes  5-5/6 "), (ContentRange{5, 5, 6}));
    EXPECT_EQ(parse_content_range("bytes 0-99/*"), (ContentRange{0, 99, std::nullopt}));
    EXPECT_EQ(parse_content_range("bytes */1000"), (ContentRange{0, -1, 1000}));
}

TEST(ContentRange, IsNoneIfItsNumbersAreWrong) {
    for (const char* bad : {"", "bytes", "bytes 1-2", "bytes 2-1/3", "bytes 0-3/3", "bytes -1-2/3",
                            "bytes a-2/3", "items 0-1/2", "bytes 0-1/x", "bytes 0/2",
                            "bytes 0-99999999999999999999/*", "bytes 0-1/-5", "bytes 0-1/2/3"})
        EXPECT_FALSE(parse_content_range(bad).has_value()) << bad;
}

}  // namespace
}  // namespace weft::web
