// SPDX-License-Identifier: BSD-3-Clause
// Random requests with the memory they work on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/request/request.hpp"
#include "engine/request/test_shapes.hpp"
#include "types/types.hpp"

namespace weft::engine {

/// What a model must know about a piece besides the piece.
struct PieceTypes {
    types::External external = types::External::int32;
    types::Memory memory = types::Memory::int_;
    std::size_t buffer = 0;  // number of the buffer it works on
};

/// A request and its memory. Moving it leaves the memory where it is; copying would not.
struct Sample {
    Sample() = default;
    Sample(Sample&&) = default;
    Sample& operator=(Sample&&) = default;

    Request request;
    std::vector<PieceTypes> types;  // of each piece
    std::vector<Bytes> buffers;

    /// The piece's element `index`, within its buffer.
    [[nodiscard]] std::vector<std::int64_t> places_of(std::size_t piece) const;
};

/// Which file bytes a random request may use.
struct Field {
    std::int64_t begin = 0;
    std::int64_t bytes = 600;
    std::vector<bool>* taken = nullptr;  // puts: by other pieces; this request's are added
};

/// A few pieces of all kinds: nested, interleaved records, a shared memory pattern; any types;
/// memory dense, transposed, strided, backwards, derived or one value for all. Gets may overlap in
/// the file, puts do not where `field.taken` is given.
Sample random_sample(Random& random, Direction direction, const Field& field);

/// A sample of pieces that are bytes in memory as in the file, one after the other in a buffer.
Sample plain_sample(Direction direction, const std::vector<region::Nest>& files, Random& random);

}  // namespace weft::engine
