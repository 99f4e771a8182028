// SPDX-License-Identifier: BSD-3-Clause
// What files hold: bytes, shapes, sizes, and what is told of writes.
#include <string>

#include "region/nest.hpp"
#include "region/shape_codec.hpp"
#include "serve/check_rules.hpp"

namespace weft::serve {
namespace {

using remote::encoded;
using remote::FrameKind;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(const remote::Body& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::int64_t size_of(CheckClient& client) {
    const auto answer = client.ask(FrameKind::size, remote::OfFile{1});
    const auto number = remote::decoded<remote::Number>(answer.value);
    demand(answer.code == Code::noerr && number.ok(), "size is not answered with an i64");
    return number.value().number;
}

void reads_what_is_written(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 3, "defghij");
    client.write(1, 0, "abc");
    demand(client.read(1, 0, 10) == "abcdefghij", "what is read is not what was written");
    demand(client.read(1, 4, 2) == "ef", "a part of it is not what was written");
    demand(client.read(1, 8, 100) == "ij", "a read over the end does not end with the file");
    demand(client.read(1, 100, 5).empty() && client.read(1, 0, 0).empty(),
           "bytes where there are none");
    demand(size_of(client) == 10, "size is not that of what was written");
}

void reads_much(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    std::string bytes(std::size_t{3} << 20, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 2654435761 >> 20);
    constexpr std::size_t part = std::size_t{1} << 20;
    for (std::size_t at = 0; at < bytes.size(); at += part)
        client.write(1, static_cast<std::int64_t>(at), std::string_view(bytes).substr(at, part));
    demand(client.read(1, 0, std::ssize(bytes)) == bytes, "3 MiB are not what was written");
}

void tells_of_writes(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 0, "a");
    client.write(1, 1, "b");
    client.wait_for_written(client.last_sent());
}

void tells_of_failed_writes(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 0, "a");
    client.write(1, -5, "nowhere");
    const auto synced = client.ask(FrameKind::sync, remote::OfFile{1});
    demand(synced.failures == 1,
           "a write before the first byte does not fail, or sync is answered "
           "before that is told");
    demand(client.read(1, 0, 10) == "a", "a failed write has changed the file");
    client.write(1, 1, "b");
    const auto closed = client.ask(FrameKind::close, remote::OfFile{1});
    demand(closed.code == Code::noerr && closed.failures == 1, "close fails");
}

void tells_checksums(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 2, "abc");
    const auto sum = [&](std::int64_t offset, std::int64_t length) {
        const auto answer = client.ask(FrameKind::checksum, remote::OfRange{1, offset, length});
        const auto told = remote::decoded<remote::ChecksumThere>(answer.value);
        demand(answer.code == Code::noerr && told.ok(),
               "checksum is not answered with its three fields");
        return told.value().checksum;
    };
    constexpr storage::Checksum abc{3, 0x78af5f94892f3950, 0x06b05ab6733a6185};
    demand(sum(2, 3) == abc, "the checksum of abc is another one");
    demand(sum(2, remote::most_checksum_bytes) == abc,
           "a checksum over the end does not end with the file");
    demand(sum(5, 1).bytes == 0 && sum(0, 0).bytes == 0,
           "a checksum of bytes where there are none");
    for (const remote::OfRange range :
         {remote::OfRange{1, 0, remote::most_checksum_bytes + 1}, remote::OfRange{1, -1, 3}})
        demand(client.ask(FrameKind::checksum, range).code != Code::noerr,
               "a checksum of too many bytes, or before the first one, is told");
}

/// Two runs of two bytes, four apart.
void place_shape(CheckClient& client, std::uint32_t place) {
    remote::Body shape;
    region::append_shape(shape, region::Nest(1, 2, {{2, 4}}));
    client.send(FrameKind::shape, remote::KeepShape{place, {shape}});
}

void moves_shapes(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 0, "..........");
    place_shape(client, 63);
    client.send(FrameKind::write_shape, remote::WriteShape{1, 63, 0, 0, {bytes_of("abcd")}});
    demand(client.read(1, 0, 10) == ".ab..cd...", "write_shape writes other bytes");
    client.send(FrameKind::write_shape, remote::WriteShape{1, 63, 2, 1, {bytes_of("XY")}});
    demand(client.read(1, 0, 10) == ".ab.XcdY..", "write_shape heeds not base or from");
    const auto read = client.ask(FrameKind::read_shape, remote::ReadShape{1, 63, 0, 1, 3});
    demand(text_of(read.data) == "bcd", "read_shape reads other bytes");
    const auto behind = client.ask(FrameKind::read_shape, remote::ReadShape{1, 63, 6, 0, 4});
    demand(text_of(behind.data) == std::string("Y.\0\0", 4),
           "read_shape tells no zeros behind the end of the file");
}

void resizes(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 0, "abcdef");
    client.ask(FrameKind::resize, remote::OfNumber{1, 3});
    demand(size_of(client) == 3 && client.read(1, 0, 9) == "abc", "resize does not cut a file");
    client.ask(FrameKind::resize, remote::OfNumber{1, 5});
    demand(client.read(1, 0, 9) == std::string("abc\0\0", 5), "resize does not add zeros");
}

/// May fail where a file system has no such call; but a code comes, or what the table says.
void answers_about_room(const Bench& bench) {
    CheckClient client = bench.session_with_file();
    client.write(1, 0, "abc");
    client.send(FrameKind::start_writing, remote::OfRange{1, 0, 3});
    const auto block = client.ask(FrameKind::insertion_block, remote::OfFile{1});
    demand(block.code != Code::noerr || remote::decoded<remote::Number>(block.value).ok(),
           "insertion_block is not answered with an i64");
    const auto hole = client.ask(FrameKind::hole_behind, remote::OfNumber{1, 0});
    demand(hole.code != Code::noerr || remote::decoded<remote::Range>(hole.value).ok(),
           "hole_behind is not answered with two i64");
    for (const FrameKind kind :
         {FrameKind::reserve, FrameKind::insert_room, FrameKind::remove_room})
        demand(client.ask(kind, remote::OfRange{1, 0, 3}).value.empty(),
               "an answer has a value that should have none");
    const auto renewed = client.ask(FrameKind::renew, remote::Renew{1, 0});
    demand(renewed.code == Code::noerr && renewed.value.empty(), "renew fails");
}

constexpr Rule byte_table[] = {
    {"What is read is what was written, and ends with the file", reads_what_is_written},
    {"Long reads come whole and in order", reads_much},
    {"Writes are told of without another request", tells_of_writes},
    {"Failed writes are told of before sync and close are answered", tells_of_failed_writes},
    {"Shapes are written and read at base and from", moves_shapes},
    {"Files are cut and extended", resizes},
    {"Checksums are told of what is there", tells_checksums},
    {"Requests about room are answered with their fields", answers_about_room},
};

}  // namespace

std::span<const Rule> byte_rules() {
    return byte_table;
}

}  // namespace weft::serve
