// SPDX-License-Identifier: BSD-3-Clause
// Walks windows upwards over a request and knows which pieces have bytes in each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/request.hpp"

namespace weft::engine {

class Sweep {
public:
    explicit Sweep(const Request& request) : request_(request) {}

    /// A piece's share of a window: bytes [from, to) of its stream, from < to.
    struct Share {
        std::size_t piece = 0;
        std::int64_t from = 0;
        std::int64_t to = 0;
    };

    /// The shares of the file bytes [begin, end). Calls must come with rising windows that do not
    /// overlap.
    const std::vector<Share>& advance(std::int64_t begin, std::int64_t end);

    /// The first byte at or behind `offset` that a piece has and no earlier window has covered.
    [[nodiscard]] std::optional<std::int64_t> next_offset(std::int64_t offset) const;

private:
    const Request& request_;
    std::size_t next_piece_ = 0;       // the first that no window has reached
    std::vector<std::size_t> active_;  // reached, and not yet behind
    std::vector<Share> shares_;
};

}  // namespace weft::engine
