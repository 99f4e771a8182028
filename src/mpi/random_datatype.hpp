// SPDX-License-Identifier: BSD-3-Clause
// Random nested datatypes for tests.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "mpi/handles.hpp"

namespace weft::mpi {

/// A datatype and the calls that made it, innermost last.
struct RandomDatatype {
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    bool is_derived = false;  // must be freed
    std::string text;
};

/// Draws datatypes over one predefined type, with every constructor of MPI-3.1.
class RandomDatatypes {
public:
    RandomDatatypes(std::uint64_t seed, MPI_Datatype element) : random_(seed), element_(element) {}

    /// Makes a datatype of up to `depth` nested constructors.
    RandomDatatype draw(int depth);

    /// A random number from `least` to `most`, inclusive.
    int number(int least, int most);

private:
    int stride(int most);
    RandomDatatype draw_child(int depth);
    RandomDatatype draw_member(int depth);
    RandomDatatype dup(int depth);
    RandomDatatype contiguous(int depth);
    RandomDatatype vector(int depth);
    RandomDatatype hvector(int depth);
    RandomDatatype indexed(int depth);
    RandomDatatype hindexed(int depth);
    RandomDatatype indexed_block(int depth);
    RandomDatatype hindexed_block(int depth);
    RandomDatatype structure(int depth);
    RandomDatatype subarray(int depth);
    RandomDatatype distributed_array(int depth);
    RandomDatatype resized(int depth);

    std::mt19937_64 random_;
    MPI_Datatype element_;
};

}  // namespace weft::mpi
