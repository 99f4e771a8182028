// SPDX-License-Identifier: BSD-3-Clause
// Frames: errors in one, and their order.
#include <utility>

#include "region/nest.hpp"
#include "region/shape_codec.hpp"
#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::encoded;
using remote::FrameKind;

/// Writes one letter to the file 1.
remote::Body letter(std::int64_t offset, char what) {
    const std::string text(1, what);
    return encoded(remote::WriteBytes{1, offset, {std::as_bytes(std::span(text))}});
}

/// A frame with this byte changed must end the connection, and must not be carried out.
void expect_connection_lost(Client& client, std::size_t byte, const std::string& what) {
    const std::uint64_t request = client.last_sent() + 1;
    remote::Body bytes =
        remote::frame_bytes({FrameKind::write, request, client.received(), letter(0, 'X')});
    bytes[byte] ^= std::byte{1};
    client.put_bytes(bytes);
    try {
        client.end();
    } catch (const Deviation&) {
        throw Deviation{what + " does not end the connection"};
    }
    demand(client.begin().received < request, what + " is accepted as a frame");
    demand(client.read(1, 0, 1) == "o", what + " is carried out");
}

void ends_at_wrong_checksums(const Bench& bench) {
    Client client = bench.session_with_file();
    client.write(1, 0, "o");
    client.ask(FrameKind::sync, remote::OfFile{1});
    expect_connection_lost(client, remote::header_bytes + 12, "a changed byte of a body");
    expect_connection_lost(client, 16, "a changed byte of a header");
    expect_connection_lost(client, 24, "a changed checksum");
}

void ends_at_long_frames(const Bench& bench) {
    Client client = bench.session_with_file();
    remote::Frame frame{FrameKind::write, client.last_sent() + 1, client.received(),
                        letter(0, 'X')};
    frame.body.resize(remote::most_body_bytes + 1);
    try {
        client.put_bytes(remote::frame_bytes(frame));
    } catch (const Deviation&) {
        // Closed as soon as its length was read.
    }
    client.end();
    demand(client.begin().received < frame.number, "a frame that is too long is accepted");
}

void takes_the_longest_frame(const Bench& bench) {
    Client client = bench.session_with_file();
    const std::string bytes(remote::most_body_bytes - 12, 'l');
    client.write(1, 0, bytes);
    const auto size = client.ask(FrameKind::size, remote::OfFile{1});
    const auto number = remote::decoded<remote::Number>(size.value);
    demand(number.ok() && number.value().number == std::ssize(bytes),
           "not all of a frame of 1,052,672 bytes is written");
}

void orders_frames(const Bench& bench) {
    Client client = bench.session_with_file();
    const auto first = client.skip_number(FrameKind::write);
    const auto second = client.skip_number(FrameKind::write);
    client.put({FrameKind::write, second, client.received(), letter(0, '2')});
    client.put({FrameKind::write, first, client.received(), letter(0, '1')});
    demand(client.read(1, 0, 1) == "2", "frames are not carried out in the order of their numbers");
}

void drops_what_it_has_had(const Bench& bench) {
    Client client = bench.session_with_file();
    const auto write = client.skip_number(FrameKind::write);
    client.put({FrameKind::write, write, client.received(), letter(0, 'a')});
    client.write(1, 0, "b");
    client.wait_for_written(client.last_sent());
    client.put({FrameKind::write, write, client.received(), letter(0, 'a')});
    demand(client.read(1, 0, 1) == "b", "a frame that comes twice is carried out twice");
}

/// Sends frames that have no answer, so that only an acknowledgement can confirm them.
void acknowledges(const Bench& bench) {
    Client client = bench.session();
    remote::Body shape;
    region::append_shape(shape, region::Nest(0, 2, {{3, 4}}));
    const remote::Body body = encoded(remote::KeepShape{0, {shape}});
    const std::size_t frames = (std::size_t{5} << 18) / (remote::header_bytes + body.size());
    for (std::size_t i = 0; i < frames; ++i) client.send(FrameKind::shape, body);
    client.wait_for_acknowledgement();
}

constexpr Rule frame_table[] = {
    {"A wrong checksum ends the connection", ends_at_wrong_checksums},
    {"A frame that is too long ends the connection", ends_at_long_frames},
    {"A frame of the greatest length is accepted", takes_the_longest_frame},
    {"Frames are carried out in the order of their numbers", orders_frames},
    {"A frame that comes twice is carried out once", drops_what_it_has_had},
    {"1 MiB of frames is acknowledged", acknowledges},
};

}  // namespace

std::span<const Rule> frame_rules() {
    return frame_table;
}

}  // namespace weft::protocol
