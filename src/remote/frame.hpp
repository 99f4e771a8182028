// SPDX-License-Identifier: BSD-3-Clause
// The frames that cross a link, little-endian, each with a checksum (docs/remote-protocol.md).
//
//     offset  bytes
//          0      4  length of the body
//          4      2  kind
//          6      2  zero
//          8      8  number: 1, 2, ... in each direction; 0 for frames of one connection
//         16      8  acknowledged: all frames of the other direction up to this number have arrived
//         24      8  XXH3-64 of the first 24 bytes, seeded with XXH3-64 of the body
//         32         body
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"

namespace weft::remote {

/// The kinds of frames. messages.hpp has the fields of each kind.
enum class FrameKind : std::uint16_t {
    // Frames of a connection, which are not numbered:
    hello = 1,
    welcome,
    refusal,
    alive,    // a sign of life while work goes on; or only an acknowledgement
    goodbye,  // the client ends the session; requests before it are finished
    // Frames of the client:
    open = 16,
    close,
    read,
    write,
    shape,
    read_shape,
    write_shape,
    size,
    resize,
    reserve,
    insertion_block,
    insert_room,
    remove_room,
    hole_behind,
    start_writing,
    sync,
    renew,
    lock,
    hold,
    unlock,
    is_locked,
    remove,
    rename,
    sync_directory,
    inspect,
    measure,
    checksum,
    settle_size,
    // Frames of the server:
    answer = 64,
    data,
    written,
    write_failed,
};

using Body = std::vector<std::byte>;

struct Frame {
    FrameKind kind{};
    std::uint64_t number = 0;
    std::uint64_t acknowledged = 0;
    Body body;
};

inline constexpr std::size_t header_bytes = 32;
using Header = std::array<std::byte, header_bytes>;

/// The longest body, and the longest one before the greeting is over.
inline constexpr std::size_t most_body_bytes = (std::size_t{1} << 20) + 4096;
inline constexpr std::size_t most_greeting_bytes = 4096;
/// The most bytes of a file in one frame.
inline constexpr std::size_t most_data_bytes = std::size_t{1} << 20;

/// The XXH3-64 hash of the bytes.
std::uint64_t hash_of(std::span<const std::byte> bytes);

/// `body_hash`: hash_of() the body, which has `body_bytes` bytes.
Header header_of(FrameKind kind, std::uint64_t number, std::uint64_t acknowledged,
                 std::size_t body_bytes, std::uint64_t body_hash);

/// The bytes of a frame on the link. Its body must be short enough.
Body frame_bytes(const Frame& frame);

/// Cuts received bytes into frames. After an error nothing more can be read, because nobody knows
/// where the next frame begins.
class FrameCutter {
public:
    explicit FrameCutter(std::size_t most_body) : most_body_(most_body) {}

    void allow(std::size_t most_body) { most_body_ = most_body; }

    /// Returns room for the next bytes, at least one. Invalidates earlier spans.
    std::span<std::byte> room();
    /// Called when so many bytes have been put into that room.
    void take(std::size_t bytes) { end_ += bytes; }

    /// The next frame, once it is complete.
    Result<std::optional<Frame>> next();

private:
    std::size_t most_body_;
    std::vector<std::byte> bytes_;  // received and not yet cut: [begin_, end_)
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace weft::remote
