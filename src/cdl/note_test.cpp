// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/note.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cdl/test_text.hpp"

namespace weft::cdl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Note, HasAPlaceANumberOrBytes) {
    EXPECT_EQ(parse_note("begin 512").value().number, 512);
    EXPECT_EQ(parse_note("size 0 \r").value().kind, NoteKind::size);
    const Note header = parse_note("header 276 at 69 = 41ff").value();
    EXPECT_EQ(header.number, 276);
    EXPECT_EQ(header.offset, 69);
    EXPECT_THAT(header.content, ElementsAre(std::byte{0x41}, std::byte{0xff}));
    const Note once = parse_note("bytes 340 = 0A0b0c").value();
    EXPECT_EQ(once.offset, 340);
    EXPECT_EQ(once.times, 1);
    EXPECT_EQ(once.pitch, 3);
    const Note often = parse_note("bytes 9223372036854775807 every 24 times 5 = 00").value();
    EXPECT_EQ(often.pitch, 24);
    EXPECT_EQ(often.times, 5);
}

TEST(Note, RefusesWhatItDoesNotUnderstand) {
    for (const char* text :
         {"", "begin", "begin x", "begin 5 6", "begin -5", "size 9223372036854775808",
          "beginning 5", "header 5 = 00", "header 5 at 3", "bytes 5", "bytes 5 =", "bytes 5 = 0",
          "bytes 5 = 0g", "bytes 5 = 00 00", "bytes 5 every 1 times 2 = 0000",
          "bytes 5 every 0 times 2 = 00", "bytes 5 every 2 times 0 = 00", "bytes 5 every 2 = 00",
          "colour 5"}) {
        EXPECT_EQ(parse_note(text).code(), Code::enotnc) << text;
    }
}

TEST(Note, StandsBehindVariablesAndAmongData) {
    KeepingSink sink;
    const Status status = read_text(
        "netcdf a { dimensions: x = 2; // weft: size 90\n"
        "variables: byte a(x); // weft: begin 80\n a:b = 1 ; byte c;\n"
        "data: // weft: header 72 at 5 = 01\n a = 1, 2; // weft: bytes 82 = 0102\n}",
        sink);
    ASSERT_TRUE(status.ok()) << status.context();
    EXPECT_THAT(sink.header.begins, ElementsAre(80, std::nullopt));
    EXPECT_EQ(sink.header.file_bytes, 90);
    ASSERT_EQ(sink.notes.size(), 2);
    EXPECT_EQ(sink.notes[0].kind, NoteKind::header);
    EXPECT_EQ(sink.notes[1].offset, 82);
}

TEST(Note, IsRefusedWhereItMeansNothing) {
    for (const char* text :
         {"netcdf a { // weft: begin 5\n}", "netcdf a { // weft: bytes 5 = 00\n}",
          "netcdf a { variables: int v; data: // weft: begin 5\n}",
          "netcdf a { variables: int v; data: // weft: nonsense\n}",
          "netcdf a { variables: int // weft: begin 5\n v; }"}) {
        KeepingSink sink;
        const Status status = read_text(text, sink);
        EXPECT_FALSE(status.ok()) << text;
        EXPECT_THAT(status.context(), HasSubstr("line 1, column ")) << text;
    }
}

}  // namespace
}  // namespace weft::cdl
