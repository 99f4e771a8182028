// SPDX-License-Identifier: BSD-3-Clause
//
// Random MPI derived datatypes. The places of their elements are computed here, next to the call
// that builds the type, and not by decoding it through MPI.
#pragma once

#include <string>
#include <vector>

#include "types.hpp"

namespace random_programs {

class Datatype {
public:
    // A type of one element.
    explicit Datatype(MemoryType base);
    Datatype(Datatype&& other) noexcept;
    Datatype& operator=(Datatype&& other) noexcept;
    ~Datatype();

    MPI_Datatype handle() const { return handle_; }
    // Byte offsets of the elements, in the order of the type map.
    const std::vector<std::size_t>& offsets() const { return offsets_; }
    std::size_t extent() const { return extent_; }

    void commit();

    // Each replaces the type by one that contains it several times.
    void contiguous(Random& random, int copies);
    void vector(Random& random, int copies);
    void hvector(Random& random, int copies);
    void indexed(Random& random, int copies);
    void hindexed(Random& random, int copies);
    void indexed_block(Random& random, int copies);
    void structure(Random& random, int copies);
    void subarray(Random& random, int copies);
    void resized(Random& random, int copies);  // copies is 1

private:
    void replace(MPI_Datatype made, const std::vector<std::size_t>& places);

    MPI_Datatype handle_;
    bool owned_ = false;
    std::vector<std::size_t> offsets_{0};
    std::size_t extent_;
    std::size_t alignment_;
};

struct TypedCount {
    Datatype type;
    Index count;  // of types in the buffer
};

// A committed datatype and its count that together hold `elements` elements.
TypedCount draw_datatype(Random& random, MemoryType base, Index elements);

}  // namespace random_programs
