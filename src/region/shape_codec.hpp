// SPDX-License-Identifier: BSD-3-Clause
// The encoding of file shapes in messages, the same on all machines. A shape is the number of its
// kind, followed by:
//
//   0 to 62  a nest with so many loops: base, run, then count and pitch of each, outermost first
//   64       a list: base, then the length of each run and of the gap behind it; the last gap is 0
//   65       a cut: position and number of its bytes, and the shape that it is cut from
//   66       a tile: count and extent, and the repeated shape
//   67       a chain: the number of members, and the members
//
// Numbers are encoded in groups of seven bits, the lowest first, all but the last with the highest
// bit set. Only a base can be negative: it is relative to an origin, with its sign in the lowest
// bit, so that bases near the origin are short. Most nests take about ten bytes, a run of a list
// two or three. A nest of up to four loops takes at most 92.
//
// Only the file side is encoded. The memory of a shape that was read is in the order of its stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "region/file_shape.hpp"

namespace weft::region {

/// `number` >= 0.
void append_number(std::vector<std::byte>& message, std::int64_t number);
/// The reader needs the same origin.
void append_shape(std::vector<std::byte>& message, const FileShape& shape, std::int64_t origin = 0);

/// Reads numbers and shapes from an untrusted message. For any bytes the result is a valid shape,
/// whose bytes all lie in [0, 2^63 - 1), or `einval` with a sentence that names the wrong byte of
/// the message. It takes memory for what it has read, not for what a number announces. After an
/// error nothing more can be read.
class ShapeReader {
public:
    explicit ShapeReader(std::span<const std::byte> message) : message_(message) {}

    [[nodiscard]] bool at_end() const { return at_ == message_.size(); }
    /// The bytes that are not yet read.
    [[nodiscard]] std::span<const std::byte> rest() const { return message_.subspan(at_); }
    Result<std::int64_t> number();
    Result<FileShape> shape(std::int64_t origin = 0);

private:
    std::span<const std::byte> message_;
    std::size_t at_ = 0;
    Status failure_;
};

}  // namespace weft::region
