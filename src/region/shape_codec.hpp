// SPDX-License-Identifier: BSD-3-Clause
// The one form of file shapes in messages, the same on all machines. A shape is the number of its
// kind and what the kind needs:
//
//   0 to 62  a nest with so many loops: base, run, then count and pitch of each, outermost first
//   64       a list: base, then the length of each run and of the gap behind it; at the end 0
//   65       a cut: position and number of its bytes, and the shape that it is cut from
//   66       a tile: count and extent, and the shape that is repeated
//   67       a chain: how many members, and the members
//
// Numbers are told in groups of seven bits, the lowest first, each but the last with its highest
// bit set. None is negative but a base, which is told relative to an origin, with its sign in the
// lowest bit; so what lies near the origin is short: most nests take about ten bytes, a run of a
// list two or three. No nest of up to four loops takes more than 92.
//
// Only the file side is told. The buffer's stream of a shape that was read is its own stream.
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
/// To be read with the same origin.
void append_shape(std::vector<std::byte>& message, const FileShape& shape, std::int64_t origin = 0);

/// Takes numbers and shapes off the front of a message that may come from a stranger. Whatever the
/// bytes are, the outcome is a valid shape, whose bytes all lie in [0, 2^63 - 1), or `einval` with
/// a sentence that says what is wrong with which byte of the message. Memory grows by what has been
/// read, not by what a number promises. Nothing can be read behind an error.
class ShapeReader {
public:
    explicit ShapeReader(std::span<const std::byte> message) : message_(message) {}

    [[nodiscard]] bool at_end() const { return at_ == message_.size(); }
    /// What has not been read.
    [[nodiscard]] std::span<const std::byte> rest() const { return message_.subspan(at_); }
    Result<std::int64_t> number();
    Result<FileShape> shape(std::int64_t origin = 0);

private:
    std::span<const std::byte> message_;
    std::size_t at_ = 0;
    Status failure_;
};

}  // namespace weft::region
