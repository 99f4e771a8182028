// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell rank 0 when it does everybody's I/O: descriptions of file bytes, and the bytes
// packed in that order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "engine/request/mover.hpp"
#include "region/file_shape.hpp"
#include "region/interval.hpp"

namespace weft::engine {

/// Collects descriptions first, then makes room for their data.
class MessageWriter {
public:
    void begin();
    /// Describes the bytes `part` of the shape's stream. That takes about a hundred bytes at most,
    /// however many rows there are; for a list, two or three bytes for each run.
    void describe(const region::FileShape& shape, region::Interval part);
    /// Ends the descriptions and appends `bytes` of room, which it returns.
    std::span<std::byte> room(std::int64_t bytes);
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::vector<std::byte> bytes_;
};

struct Message {
    std::vector<region::FileShape> shapes;
    std::span<const std::byte> data;
};

/// Reads a message that a MessageWriter has made. Returns `einval` for other bytes.
Result<Message> parse_message(std::span<const std::byte> bytes);

/// These functions copy bytes [from, to) of a shape's stream between a packed buffer and an image
/// of the file.
void place_packed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                  const std::byte* packed, const FileBuffer& image);
void pack_placed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                 const FileBuffer& image, std::byte* packed);

}  // namespace weft::engine
