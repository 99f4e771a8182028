// SPDX-License-Identifier: BSD-3-Clause
// What files hold: bytes, shapes and sizes; and how writes are reported.
#include <string>

#include "region/nest.hpp"
#include "region/shape_codec.hpp"
#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::encoded;
using remote::FrameKind;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(const remote::Body& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::int64_t size_of(Client& client) {
    const auto answer = client.ask(FrameKind::size, remote::OfFile{1});
    const auto number = remote::decoded<remote::Number>(answer.value);
    demand(answer.code == Code::noerr && number.ok(), "the answer to size is not an i64");
    return number.value().number;
}

void reads_what_is_written(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 3, "defghij");
    client.write(1, 0, "abc");
    demand(client.read(1, 0, 10) == "abcdefghij", "a read returns other bytes than were written");
    demand(client.read(1, 4, 2) == "ef", "a read of a part returns other bytes than were written");
    demand(client.read(1, 8, 100) == "ij", "a read across the end of the file does not stop there");
    demand(client.read(1, 100, 5).empty() && client.read(1, 0, 0).empty(),
           "a read behind the end of the file returns bytes");
    demand(size_of(client) == 10, "size is not the number of bytes written");
}

void reads_much(const Bench& bench) {
    Client client = bench.session_with_file();
    std::string bytes(std::size_t{3} << 20, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 2654435761 >> 20);
    constexpr std::size_t part = std::size_t{1} << 20;
    for (std::size_t at = 0; at < bytes.size(); at += part)
        client.write(1, static_cast<std::int64_t>(at), std::string_view(bytes).substr(at, part));
    demand(client.read(1, 0, std::ssize(bytes)) == bytes,
           "a read of 3 MiB returns other bytes than were written");
}

void tells_of_writes(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "a");
    client.write(1, 1, "b");
    client.wait_for_written(client.last_sent());
}

void tells_of_failed_writes(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "a");
    client.write(1, -5, "nowhere");
    const auto synced = client.ask(FrameKind::sync, remote::OfFile{1});
    demand(synced.failures == 1,
           "a write at a negative offset does not fail, or sync is answered before the "
           "failure is reported");
    demand(client.read(1, 0, 10) == "a", "a failed write has changed the file");
    client.write(1, 1, "b");
    const auto closed = client.ask(FrameKind::close, remote::OfFile{1});
    demand(closed.code == Code::noerr && closed.failures == 1, "close fails");
}

void tells_checksums(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 2, "abc");
    const auto sum = [&](std::int64_t offset, std::int64_t length) {
        const auto answer = client.ask(FrameKind::checksum, remote::OfRange{1, offset, length});
        const auto told = remote::decoded<remote::ChecksumThere>(answer.value);
        demand(answer.code == Code::noerr && told.ok(),
               "the answer to checksum does not have its three fields");
        return told.value().checksum;
    };
    constexpr storage::Checksum abc{3, 0x78af5f94892f3950, 0x06b05ab6733a6185};
    demand(sum(2, 3) == abc, "the checksum of abc is wrong");
    demand(sum(2, remote::most_checksum_bytes) == abc,
           "a checksum across the end of the file does not stop there");
    demand(sum(5, 1).bytes == 0 && sum(0, 0).bytes == 0,
           "a checksum behind the end of the file covers bytes");
    for (const remote::OfRange range :
         {remote::OfRange{1, 0, remote::most_checksum_bytes + 1}, remote::OfRange{1, -1, 3}})
        demand(client.ask(FrameKind::checksum, range).code != Code::noerr,
               "a checksum of too many bytes, or at a negative offset, is answered");
}

/// Two runs of two bytes, four apart.
void place_shape(Client& client, std::uint32_t place) {
    remote::Body shape;
    region::append_shape(shape, region::Nest(1, 2, {{2, 4}}));
    client.send(FrameKind::shape, remote::KeepShape{place, {shape}});
}

void moves_shapes(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "..........");
    place_shape(client, 63);
    client.send(FrameKind::write_shape, remote::WriteShape{1, 63, 0, 0, {bytes_of("abcd")}});
    demand(client.read(1, 0, 10) == ".ab..cd...", "write_shape writes wrong bytes");
    client.send(FrameKind::write_shape, remote::WriteShape{1, 63, 2, 1, {bytes_of("XY")}});
    demand(client.read(1, 0, 10) == ".ab.XcdY..", "write_shape ignores base or from");
    const auto read = client.ask(FrameKind::read_shape, remote::ReadShape{1, 63, 0, 1, 3});
    demand(text_of(read.data) == "bcd", "read_shape returns wrong bytes");
    const auto behind = client.ask(FrameKind::read_shape, remote::ReadShape{1, 63, 6, 0, 4});
    demand(text_of(behind.data) == std::string("Y.\0\0", 4),
           "read_shape returns no zeros behind the end of the file");
}

void resizes(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "abcdef");
    client.ask(FrameKind::resize, remote::OfNumber{1, 3});
    demand(size_of(client) == 3 && client.read(1, 0, 9) == "abc", "resize does not shorten a file");
    client.ask(FrameKind::resize, remote::OfNumber{1, 5});
    demand(client.read(1, 0, 9) == std::string("abc\0\0", 5), "resize does not add zeros");
}

/// The requests may fail if the file system has no such call; but an answer with a code must come.
void answers_about_room(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "abc");
    client.send(FrameKind::start_writing, remote::OfRange{1, 0, 3});
    const auto block = client.ask(FrameKind::insertion_block, remote::OfFile{1});
    demand(block.code != Code::noerr || remote::decoded<remote::Number>(block.value).ok(),
           "the answer to insertion_block is not an i64");
    const auto hole = client.ask(FrameKind::hole_behind, remote::OfNumber{1, 0});
    demand(hole.code != Code::noerr || remote::decoded<remote::Range>(hole.value).ok(),
           "the answer to hole_behind is not two i64");
    for (const FrameKind kind :
         {FrameKind::reserve, FrameKind::insert_room, FrameKind::remove_room})
        demand(client.ask(kind, remote::OfRange{1, 0, 3}).value.empty(),
               "an answer has a value, but should have none");
    const auto renewed = client.ask(FrameKind::renew, remote::Renew{1, 0});
    demand(renewed.code == Code::noerr && renewed.value.empty(), "renew fails");
}

constexpr Rule byte_table[] = {
    {"Reads return what was written, and end with the file", reads_what_is_written},
    {"Long reads come whole and in order", reads_much},
    {"Finished writes are reported without another request", tells_of_writes},
    {"Failed writes are reported before sync and close are answered", tells_of_failed_writes},
    {"Shapes are written and read at base and from", moves_shapes},
    {"Files are shortened and extended", resizes},
    {"Checksums cover the bytes that a file has", tells_checksums},
    {"Requests about room are answered with their fields", answers_about_room},
};

}  // namespace

std::span<const Rule> byte_rules() {
    return byte_table;
}

}  // namespace weft::protocol
