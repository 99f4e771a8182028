// SPDX-License-Identifier: BSD-3-Clause
// What MPI knows about a datatype: its constructor, size and extent.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mpi/handles.hpp"

namespace weft::mpi {

/// The constructor of a datatype (MPI_COMBINER_...) and its arguments, in the order of MPI-3.1,
/// section 4.1.13, also for large counts (MPI-4.0).
struct Contents {
    int combiner = MPI_COMBINER_NAMED;
    std::vector<std::int64_t> integers;
    std::vector<std::int64_t> addresses;
    std::vector<MPI_Datatype> datatypes;  // the caller frees those that are not predefined
};

int combiner_of(MPI_Datatype datatype);

/// `datatype` must not be predefined, as predefined datatypes have no contents.
Contents contents_of(MPI_Datatype datatype);

/// True for named types and those of a Fortran kind, which must not be freed.
bool is_predefined_combiner(int combiner);

/// The number of bytes of data in a value.
std::int64_t size_of(MPI_Datatype datatype);

/// The number of bytes from one value to the next.
std::int64_t extent_of(MPI_Datatype datatype);

std::int64_t lower_bound_of(MPI_Datatype datatype);

/// The name for messages.
std::string name_of(MPI_Datatype datatype);

}  // namespace weft::mpi
