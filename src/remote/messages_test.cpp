// SPDX-License-Identifier: BSD-3-Clause
#include "remote/messages.hpp"

#include <gtest/gtest.h>

namespace weft::remote {
namespace {

Body bytes_of(const char* text) {
    const auto bytes = std::as_bytes(std::span(text, std::char_traits<char>::length(text)));
    return {bytes.begin(), bytes.end()};
}

/// A message decodes to what was encoded; a byte less or more is not a message.
template <class Message>
void expect_told(const Message& message, bool has_rest = false) {
    const Body body = encoded(message);
    const auto heard = decoded<Message>(body);
    ASSERT_TRUE(heard.ok());
    EXPECT_EQ(encoded(heard.value()), body);
    for (std::size_t length = 0; length < body.size() && !has_rest; ++length)
        EXPECT_FALSE(decoded<Message>(std::span(body).first(length)).ok()) << length;
    Body longer = body;
    longer.push_back({});
    EXPECT_EQ(decoded<Message>(longer).ok(), has_rest);
}

TEST(Messages, AreHeardAsTheyWereTold) {
    expect_told(Hello{.session = {1, 2, 3}, .received = 4, .joins = true, .client = "c"});
    expect_told(Welcome{.session = {1, 2, 3}, .received = 4, .stream_port = "7", .server = "s"});
    expect_told(Refusal{"no"});
    expect_told(OpenRequest{3, {.writable = true, .head_bytes = 5, .tail_bytes = 6}, "/a/b"});
    expect_told(OfFile{7});
    expect_told(OfRange{7, -1, std::int64_t{1} << 62});
    expect_told(OfNumber{7, -5});
    expect_told(Renew{7, 0.25});
    expect_told(Unlock{9});
    expect_told(OfPath{"/x"});
    expect_told(Rename{"/x", "/y"});
    expect_told(Written{8});
    expect_told(WriteFailed{1, 2, -206, "disk full"});
    expect_told(Number{-1});
    expect_told(Range{1, 2});
    expect_told(SpeedThere{});
    OpenedFile opened;
    opened.has_facts = true;
    opened.head = bytes_of("h");
    expect_told(opened);
    const Body rest = bytes_of("payload");
    expect_told(WriteBytes{1, 2, {rest}}, true);
    expect_told(KeepShape{1, {rest}}, true);
    expect_told(WriteShape{1, 2, 3, 4, {rest}}, true);
    expect_told(ReadShape{1, 2, 3, 4, 5});
    expect_told(Answer{1, 0, "", {rest}}, true);
    expect_told(Data{1, {rest}}, true);
}

TEST(Messages, NumbersAreLittleEndian) {
    const Body body = encoded(OfNumber{0x04030201, -2});
    const unsigned expected[] = {1, 2, 3, 4, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    ASSERT_EQ(body.size(), std::size(expected));
    for (std::size_t i = 0; i < body.size(); ++i)
        EXPECT_EQ(std::to_integer<unsigned>(body[i]), expected[i]) << i;
}

TEST(Messages, ATextThatPromisesMoreThanThereIsMakesNoRoom) {
    Body body;
    FieldWriter writer(body);
    writer(std::uint32_t{0xFFFFFFFF});
    EXPECT_FALSE(decoded<OfPath>(body).ok());
}

TEST(Messages, ABoolIsZeroOrOne) {
    Body body = encoded(OpenRequest{1, {}, "a"});
    body[4] = std::byte{2};
    EXPECT_FALSE(decoded<OpenRequest>(body).ok());
}

}  // namespace
}  // namespace weft::remote
