// SPDX-License-Identifier: BSD-3-Clause
#include "web/verdict.hpp"

#include <gtest/gtest.h>

namespace weft::web {
namespace {

using Kind = Verdict::Kind;

AnswerHead part(const std::string& range, const std::string& length = "") {
    return {.status = 206, .etag = "\"1\"", .content_range = range, .content_length = length};
}

const Asked first_ten{.offset = 0, .length = 10};
const Asked next_ten{.offset = 10, .length = 10};
const FileVersion known{.bytes = 25, .etag = "\"1\"", .last_modified = ""};

TEST(Verdict, TakesThePartThatWasAskedFor) {
    const Verdict first = judge(first_ten, part("bytes 0-9/25", "10"), nullptr);
    EXPECT_EQ(first.kind, Kind::bytes);
    EXPECT_EQ(first.length, 10);
    EXPECT_EQ(first.all_bytes, 25);
    EXPECT_EQ(judge(next_ten, part("bytes 10-19/25"), &known).kind, Kind::bytes);
    EXPECT_EQ(judge(next_ten, part("bytes 10-19/*"), &known).kind, Kind::bytes);
}

TEST(Verdict, TakesAShorterPartOnlyAtTheEndOfTheFile) {
    const Asked last{.offset = 20, .length = 10};
    EXPECT_EQ(judge(last, part("bytes 20-24/25"), &known).length, 5);
    EXPECT_EQ(judge(last, part("bytes 20-23/25"), &known).kind, Kind::failure);
    EXPECT_EQ(judge(first_ten, part("bytes 0-8/25"), nullptr).kind, Kind::failure);
}

TEST(Verdict, RefusesEveryOtherPart) {
    for (const char* range : {"", "bytes 0-9/25", "bytes 11-20/25", "bytes 10-20/25",
                              "bytes 10-18/25", "bytes */25", "bytes 10-19"})
        EXPECT_EQ(judge(next_ten, part(range), &known).kind, Kind::failure) << range;
    EXPECT_EQ(judge(next_ten, part("bytes 10-19/25", "11"), &known).kind, Kind::failure);
    EXPECT_EQ(judge(next_ten, part("bytes 10-19/25", "x"), &known).kind, Kind::failure);
    EXPECT_EQ(judge(first_ten, part("bytes 0-9/*"), nullptr).kind, Kind::failure);
}

TEST(Verdict, NoticesThatTheFileHasChanged) {
    const Verdict longer = judge(next_ten, part("bytes 10-19/26"), &known);
    EXPECT_EQ(longer.why.code(), Code::eread);
    AnswerHead other = part("bytes 10-19/25");
    other.etag = "\"2\"";
    EXPECT_EQ(judge(next_ten, other, &known).why.code(), Code::eread);
    other.etag = "";
    EXPECT_EQ(judge(next_ten, other, &known).why.code(), Code::eread);
    EXPECT_EQ(judge(next_ten, {.status = 412}, &known).why.code(), Code::eread);
    const FileVersion dated{.bytes = 25, .etag = "", .last_modified = "Monday"};
    AnswerHead later = part("bytes 10-19/25");
    later.last_modified = "Tuesday";
    EXPECT_EQ(judge(next_ten, later, &dated).why.code(), Code::eread);
    later.last_modified = "Monday";
    EXPECT_EQ(judge(next_ten, later, &dated).kind, Kind::bytes);
}

TEST(Verdict, DoesNotDownloadAWholeFileUnasked) {
    EXPECT_EQ(judge(first_ten, {.status = 200}, nullptr).why.code(), Code::enotsupport);
    const Asked whole{.is_whole = true};
    const Verdict all = judge(whole, {.status = 200, .content_length = "25"}, nullptr);
    EXPECT_EQ(all.kind, Kind::bytes);
    EXPECT_EQ(all.length, 25);
    EXPECT_EQ(judge(whole, {.status = 200}, nullptr).length, -1);
    EXPECT_EQ(judge(whole, part("bytes 0-9/25"), nullptr).kind, Kind::failure);
}

TEST(Verdict, TakesAPartThatIsCalledAWhole) {
    AnswerHead head = part("bytes 10-19/25", "10");
    head.status = 200;
    EXPECT_EQ(judge(next_ten, head, &known).kind, Kind::bytes);
    head.content_length = "25";
    EXPECT_EQ(judge(next_ten, head, &known).kind, Kind::failure);
    head.content_length = "";
    EXPECT_EQ(judge(next_ten, head, &known).why.code(), Code::enotsupport);
}

TEST(Verdict, RefusesABodyWithTwoEnds) {
    AnswerHead head = part("bytes 0-9/25");
    head.transfer_encoding = "chunked";
    EXPECT_EQ(judge(first_ten, head, nullptr).kind, Kind::bytes);
    head.content_length = "10";
    EXPECT_EQ(judge(first_ten, head, nullptr).kind, Kind::failure);
}

TEST(Verdict, RefusesWhatIsCompressed) {
    AnswerHead head = part("bytes 0-9/25");
    head.content_encoding = "gzip";
    EXPECT_EQ(judge(first_ten, head, nullptr).kind, Kind::failure);
    head.content_encoding = "identity";
    EXPECT_EQ(judge(first_ten, head, nullptr).kind, Kind::bytes);
}

TEST(Verdict, KnowsAnEmptyFile) {
    EXPECT_EQ(judge(first_ten, {.status = 416, .content_range = "bytes */0"}, nullptr).kind,
              Kind::none);
    EXPECT_EQ(judge(first_ten, {.status = 416, .content_range = "bytes */5"}, nullptr).kind,
              Kind::failure);
    EXPECT_EQ(judge(first_ten, {.status = 200, .content_length = "0"}, nullptr).kind, Kind::none);
    EXPECT_EQ(judge(next_ten, {.status = 200, .content_length = "0"}, &known).kind, Kind::failure);
    EXPECT_EQ(judge(next_ten, {.status = 416, .content_range = "bytes */5"}, &known).why.code(),
              Code::eread);
}

TEST(Verdict, FollowsRefusesAndTriesAgain) {
    EXPECT_EQ(judge(first_ten, {.status = 302, .location = "/b"}, nullptr).kind, Kind::redirect);
    EXPECT_EQ(judge(first_ten, {.status = 302}, nullptr).kind, Kind::failure);
    EXPECT_EQ(judge(first_ten, {.status = 404}, nullptr).why.code(), Code::enoent);
    EXPECT_EQ(judge(first_ten, {.status = 403}, nullptr).why.code(), Code::eaccess);
    for (const int status : {429, 500, 502, 503, 504})
        EXPECT_EQ(judge(first_ten, {.status = status}, nullptr).kind, Kind::again);
    EXPECT_EQ(judge(first_ten, {.status = 418}, nullptr).kind, Kind::failure);
    EXPECT_EQ(judge(first_ten, {.status = 0}, nullptr).kind, Kind::failure);
}

TEST(FileVersion, AsksForItselfAsStronglyAsTheServerAllows) {
    EXPECT_EQ(known.condition(), "If-Match: \"1\"");
    const FileVersion weak{.bytes = 1, .etag = "W/\"1\"", .last_modified = "Monday"};
    EXPECT_EQ(weak.condition(), "If-Unmodified-Since: Monday");
    EXPECT_EQ((FileVersion{.bytes = 1, .etag = "", .last_modified = ""}.condition()), "");
}

TEST(FileVersion, HasAnIdentity) {
    const FileVersion other{.bytes = 25, .etag = "\"2\"", .last_modified = ""};
    EXPECT_NE(known.identity(), other.identity());
    EXPECT_EQ(known.identity(), FileVersion(known).identity());
}

}  // namespace
}  // namespace weft::web
