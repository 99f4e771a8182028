// SPDX-License-Identifier: BSD-3-Clause
// A walk over the pieces of a request: a share's item is the number of its piece.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/request/request.hpp"
#include "engine/request/walk.hpp"

namespace weft::engine {

class PieceShapes {
public:
    using Item = std::size_t;

    /// The request outlives this.
    explicit PieceShapes(const Request& request) : pieces_(&request.pieces) {}

    [[nodiscard]] std::size_t size() const { return pieces_->size(); }
    [[nodiscard]] static Item item(std::size_t number) { return number; }
    [[nodiscard]] const region::FileShape& shape(std::size_t number) const {
        return (*pieces_)[number].file;
    }
    [[nodiscard]] static std::int64_t element_bytes(std::size_t /*number*/) { return 1; }

private:
    const Pieces* pieces_;
};

using PiecesWalk = Walk<PieceShapes>;

}  // namespace weft::engine
