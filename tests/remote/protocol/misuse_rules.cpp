// SPDX-License-Identifier: BSD-3-Clause
// What no client may send: it ends the session, with a reason, and harms no other session.
#include <limits>
#include <string>
#include <utility>

#include "region/nest.hpp"
#include "region/shape_codec.hpp"
#include "rules.hpp"

namespace weft::protocol {
namespace {

using remote::encoded;
using remote::FrameKind;

/// Sends this frame in a session with the file 1 and a shape of 4 bytes in slot 0.
void expect_end(const Bench& bench, FrameKind kind, const remote::Body& body,
                const std::string& what) {
    Client client = bench.session_with_file();
    remote::Body shape;
    region::append_shape(shape, region::Nest(0, 2, {{2, 4}}));
    client.send(FrameKind::shape, remote::KeepShape{0, {shape}});
    client.send(kind, body);
    client.expect_refusal(what);
}

void knows_no_other_kinds(const Bench& bench) {
    for (const int kind : {6, 15, 44, 63, 64, 67, 999, 65535})
        expect_end(bench, static_cast<FrameKind>(kind), {},
                   "a frame of kind " + std::to_string(kind));
}

void wants_the_fields_of_a_kind(const Bench& bench) {
    const remote::Body longer(5, std::byte{1});
    expect_end(bench, FrameKind::size, longer, "size with a byte too many");
    expect_end(bench, FrameKind::size, remote::Body(3), "size with a byte too few");
    expect_end(bench, FrameKind::inspect, remote::Body(4, std::byte{0xFF}),
               "a text that is longer than its frame");
    remote::Body open = encoded(remote::OpenRequest{2, {}, bench.path});
    open[4] = std::byte{2};
    expect_end(bench, FrameKind::open, open, "a bool of 2");
}

void wants_open_files(const Bench& bench) {
    expect_end(bench, FrameKind::size, encoded(remote::OfFile{7}), "a file that is not open");
    expect_end(bench, FrameKind::write, encoded(remote::WriteBytes{7, 0, {}}),
               "a write to a file that is not open");
    expect_end(bench, FrameKind::open, encoded(remote::OpenRequest{1, {}, bench.path}),
               "a number that is in use");
}

void wants_numbers_in_their_bounds(const Bench& bench) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect_end(bench, FrameKind::read, encoded(remote::OfRange{1, 0, -1}), "a negative length");
    expect_end(bench, FrameKind::renew, encoded(remote::Renew{1, -1}), "renew of -1 seconds");
    expect_end(bench, FrameKind::renew, encoded(remote::Renew{1, 3601}), "renew of 3601 seconds");
    expect_end(bench, FrameKind::renew, encoded(remote::Renew{1, nan}), "renew of NaN seconds");
    expect_end(bench, FrameKind::unlock, encoded(remote::Unlock{1}),
               "an unlock of an unknown lock");
}

void wants_shapes(const Bench& bench) {
    const remote::Body none(5, std::byte{0xFF});
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() - 3;
    expect_end(bench, FrameKind::shape, encoded(remote::KeepShape{1, {none}}),
               "bytes that are not a shape");
    expect_end(bench, FrameKind::shape, encoded(remote::KeepShape{64, {none}}),
               "a slot number of 64");
    const std::pair<remote::ReadShape, const char*> reads[] = {
        {{1, 9, 0, 0, 1}, "a slot without a shape"},
        {{1, 0, 0, 0, 5}, "a read of more bytes than a shape has"},
        {{1, 0, 0, 4, 1}, "a read behind the last byte of a shape"},
        {{1, 0, 0, -1, 1}, "a negative from"},
        {{1, 0, 0, 1, -1}, "a negative length of a part of a shape"},
        {{1, 0, -1, 0, 1}, "a negative base"},
        {{1, 0, far, 0, 4}, "a shape that ends behind the last offset"},
    };
    for (const auto& [read, what] : reads)
        expect_end(bench, FrameKind::read_shape, encoded(read), what);
    expect_end(bench, FrameKind::write_shape, encoded(remote::WriteShape{1, 0, 0, 0, {none}}),
               "a write of more bytes than a shape has");
}

void believes_no_acknowledgement(const Bench& bench) {
    Client client = bench.session_with_file();
    client.put({FrameKind::size, client.skip_number(FrameKind::size), client.received() + 1000,
                encoded(remote::OfFile{1})});
    client.expect_refusal("an acknowledgement of what was never sent");
}

void asks_nothing_of_files_that_wait(const Bench& bench) {
    Client client = bench.session_with_file();
    client.open(2, bench.path, {.writable = true});
    client.ask(FrameKind::lock, remote::OfRange{1, 0, 1});
    client.send(FrameKind::lock, remote::OfRange{2, 0, 1});
    client.send(FrameKind::size, remote::OfFile{2});
    client.expect_refusal("a request about a file that waits for a lock");
}

void harms_no_other_session(const Bench& bench) {
    Client other = bench.session_with_file();
    other.write(1, 0, "abc");
    expect_end(bench, static_cast<FrameKind>(999), {}, "a frame of kind 999");
    demand(other.read(1, 0, 3) == "abc", "another session is damaged");
}

constexpr Rule misuse_table[] = {
    {"Unknown kinds end the session with a reason", knows_no_other_kinds},
    {"Wrong fields end the session with a reason", wants_the_fields_of_a_kind},
    {"Files that are not open, or opened twice, end the session with a reason", wants_open_files},
    {"Numbers out of bounds end the session with a reason", wants_numbers_in_their_bounds},
    {"Invalid shapes end the session with a reason", wants_shapes},
    {"Acknowledging what was never sent ends the session with a reason",
     believes_no_acknowledgement},
    {"A request about a file that waits ends the session with a reason",
     asks_nothing_of_files_that_wait},
    {"Ending a session harms no other", harms_no_other_session},
};

}  // namespace

std::span<const Rule> misuse_rules() {
    return misuse_table;
}

}  // namespace weft::protocol
