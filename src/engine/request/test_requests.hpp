// SPDX-License-Identifier: BSD-3-Clause
// Random requests with the memory they work on, and what they must do, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/request/request.hpp"
#include "types/types.hpp"

namespace weft::engine {

using Bytes = std::vector<std::byte>;

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// From `low` to `high`, both included.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }
    bool one_in(std::int64_t chances) { return between(1, chances) == 1; }
    Bytes bytes(std::int64_t count);

private:
    std::mt19937_64 engine_;
};

/// What a model must know of a piece beyond the piece.
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

/// Pieces that are bytes in memory as in the file, one after the other in a buffer.
Sample plain_sample(Direction direction, const std::vector<region::Nest>& files, Random& random);

/// The file offsets of a nest's stream, by plain loops.
std::vector<std::int64_t> offsets_of(const region::Nest& nest);

/// What a call leaves behind.
struct Expected {
    Bytes file;
    std::vector<Bytes> buffers;
    std::vector<bool> out_of_range;  // of each piece: a value had to be replaced
    bool all_in_range = true;
};

/// The outcome of the request on a file with these bytes, which reads as zeros behind its end and
/// grows as far as it is written.
Expected expect(const Sample& sample, const Bytes& file);

}  // namespace weft::engine
