// SPDX-License-Identifier: BSD-3-Clause
// Where an access of the module goes: Fortran's optional arguments with their defaults filled in.
#pragma once

#include "values.hpp"
#include "words.hpp"

namespace weft::fortran {

/// The optional arguments as they come; null where they are absent.
struct Place {
    const CFI_cdesc_t* start = nullptr;
    const CFI_cdesc_t* count = nullptr;
    const CFI_cdesc_t* stride = nullptr;
    const CFI_cdesc_t* map = nullptr;
};

/// One number for each dimension of the variable, in Fortran's order. Arguments that are too short
/// end with defaults: 1, but for the count the shape of the values, and for the map their
/// distances.
class Selection {
public:
    Selection(int rank, const Elements& elements, const Place& place);
    const MPI_Offset* start() { return numbers_.data(); }
    const MPI_Offset* count() { return part(1); }
    const MPI_Offset* stride() { return has_stride_ ? part(2) : nullptr; }
    const MPI_Offset* map() { return has_map_ ? part(3) : nullptr; }
    Use use();

private:
    MPI_Offset* part(int which);

    int rank_;
    bool has_stride_;
    bool has_map_;
    Scratch<MPI_Offset, 64> numbers_;
};

/// The vectors of a varn call's start or count behind one another. Not copied where they are so
/// already.
class Vectors {
public:
    Vectors(const CFI_cdesc_t* matrix, int rank, int num);
    /// Null if there is no matrix, it has too few vectors, or no memory is left.
    const MPI_Offset* data() { return is_dense_ ? dense_ : has_copy_ ? copy_.data() : nullptr; }

private:
    const MPI_Offset* dense_ = nullptr;
    bool is_dense_ = false;
    bool has_copy_ = false;
    Scratch<MPI_Offset, 64> copy_;
};

/// The number of elements in all blocks; -1 where it is beyond counting.
std::int64_t total(int rank, int num, const MPI_Offset* counts);

}  // namespace weft::fortran
