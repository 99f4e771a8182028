// SPDX-License-Identifier: BSD-3-Clause
// Walks windows upwards over a request and knows which pieces have bytes in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/request/request.hpp"

namespace weft::engine {

/// A window costs time in proportion to its shares, times the logarithm of the number of pieces
/// that are under way; pieces without bytes in it cost nothing.
class Sweep {
public:
    explicit Sweep(const Request& request) : request_(request) {}

    /// A piece's share of a window: bytes [from, to) of its stream, from < to.
    struct Share {
        std::size_t piece = 0;
        std::int64_t from = 0;
        std::int64_t to = 0;
    };

    /// The shares of the file bytes [begin, end), in order of their pieces. Calls must come with
    /// rising windows that do not overlap. Bytes between two windows are left out.
    const std::vector<Share>& advance(std::int64_t begin, std::int64_t end);

    /// The first byte behind all windows so far that a piece has.
    [[nodiscard]] std::optional<std::int64_t> next_offset() const;

private:
    /// A piece that has begun and has bytes left.
    struct Rest {
        std::int64_t offset = 0;  // of its next byte in the file
        std::int64_t from = 0;    // of that byte in its stream
        std::size_t piece = 0;
    };
    static bool is_later(const Rest& a, const Rest& b) { return a.offset > b.offset; }
    void begin_pieces(std::int64_t begin, std::int64_t end);

    const Request& request_;
    std::size_t next_piece_ = 0;  // the first that no window has reached
    std::vector<Rest> rests_;     // a heap, the one with the lowest offset at the front
    std::vector<Share> shares_;
};

}  // namespace weft::engine
