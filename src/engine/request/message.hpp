// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell rank 0 when it does everybody's I/O: descriptions of file bytes, and the bytes
// packed in that order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/request/mover.hpp"
#include "region/file_shape.hpp"

namespace weft::engine {

/// The stream's bytes [from, to) of a nest. A hundred bytes, however many rows it has.
struct Extract {
    region::Nest nest;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// Collects descriptions first, then makes room for their data.
class MessageWriter {
public:
    void begin();
    /// Of a list, each run.
    void describe(const region::FileShape& shape, std::int64_t from, std::int64_t to);
    /// Ends the descriptions and appends `bytes` of room, which it returns.
    std::span<std::byte> room(std::int64_t bytes);
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

private:
    void describe_nest(const region::Nest& nest, std::int64_t from, std::int64_t to);
    void append(std::int64_t number);

    std::vector<std::byte> bytes_;
    std::int64_t count_ = 0;
};

struct Message {
    std::vector<Extract> extracts;
    std::span<const std::byte> data;
};

/// Reads a message that MessageWriter made.
Message parse_message(std::span<const std::byte> bytes);

/// Copies between packed bytes [from, to) of a shape's stream and an image of the file.
void place_packed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                  const std::byte* packed, const Place& image);
void pack_placed(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                 const Place& image, std::byte* packed);

}  // namespace weft::engine
