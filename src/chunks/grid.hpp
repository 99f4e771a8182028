// SPDX-License-Identifier: BSD-3-Clause
// The grid of a chunked variable, and its chunk space: all chunks, uncompressed, one behind the
// other by their number, the last dimension the fastest. Chunks at the edge are whole.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "container/prepared.hpp"
#include "engine/request/request.hpp"

namespace weft::chunks {

class Grid {
public:
    /// The grid of a variable with these lengths; all chunk lengths are positive. Code::ebadchunk
    /// if the chunk space is longer than 2^62 bytes.
    static Result<Grid> make(std::vector<std::int64_t> shape, std::vector<std::int64_t> chunk,
                             std::int64_t element_bytes);

    [[nodiscard]] std::size_t rank() const { return shape_.size(); }
    [[nodiscard]] std::int64_t length(std::size_t dimension) const { return shape_[dimension]; }
    [[nodiscard]] const std::vector<std::int64_t>& chunk() const { return chunk_; }
    [[nodiscard]] std::int64_t element_bytes() const { return element_bytes_; }
    [[nodiscard]] std::int64_t chunk_bytes() const { return chunk_bytes_; }
    [[nodiscard]] std::int64_t chunk_count() const { return chunk_count_; }

    /// The place in the grid of the chunk with this number: one number for each dimension.
    void place_of(std::int64_t number, std::span<std::int64_t> place) const;
    [[nodiscard]] std::int64_t number_of(std::span<const std::int64_t> place) const;
    /// The lengths of the part of a chunk that is within the array.
    [[nodiscard]] std::vector<std::int64_t> lengths_within(std::int64_t number) const {
        return lengths_within(number, shape_);
    }
    /// The same for an array that begins where this one does, and has these lengths.
    [[nodiscard]] std::vector<std::int64_t> lengths_within(
        std::int64_t number, std::span<const std::int64_t> lengths) const;
    /// The chunks of such an array, which has at least one dimension, at this place along the
    /// first.
    [[nodiscard]] std::vector<std::int64_t> numbers_in_row(
        std::int64_t row, std::span<const std::int64_t> lengths) const;
    /// The number of bytes in a chunk that are elements of the array: fewer than its length if it
    /// reaches beyond the end of the array.
    [[nodiscard]] std::int64_t bytes_within(std::int64_t number) const;

    /// The pieces of an access, in the chunk space: one for each chunk that a block touches; for a
    /// buffer whose values do not lie side by side, and for lists of runs, one for each row in a
    /// chunk. `model` has everything but the shapes.
    void add_pieces(const container::Prepared& prepared, const engine::Piece& model,
                    engine::Pieces& pieces) const;
    /// The same for a block that is some of a larger one, with these counts, whose values the
    /// buffer has: the first of the block is element `model.first_element` of them.
    void add_some(const container::Block& block, std::span<const std::int64_t> counts_of_buffer,
                  const engine::Piece& model, engine::Pieces& pieces) const;
    /// The runs of a list.
    void add_runs(const container::BlockList& list, const engine::Piece& model,
                  engine::Pieces& pieces) const;

private:
    class BlockPieces;

    void add_block(const container::Block& block, const engine::Piece& model,
                   engine::Pieces& pieces) const;
    void add_run(std::int64_t first, std::int64_t length, engine::Piece model,
                 engine::Pieces& pieces) const;

    std::vector<std::int64_t> shape_;
    std::vector<std::int64_t> chunk_;
    std::vector<std::int64_t> pitches_;        // bytes between neighbours in a chunk
    std::vector<std::int64_t> chunk_pitches_;  // bytes between neighbours of the grid
    std::vector<std::int64_t> counts_;         // chunks along each dimension
    std::int64_t element_bytes_ = 1;
    std::int64_t chunk_bytes_ = 1;
    std::int64_t chunk_count_ = 1;
};

}  // namespace weft::chunks
