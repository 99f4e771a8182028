// SPDX-License-Identifier: BSD-3-Clause
// Hints: the key-value pairs of an MPI_Info.
#pragma once

#include <map>
#include <string>

#include "mpi/handles.hpp"

namespace weft::mpi {

using Hints = std::map<std::string, std::string>;

/// The pairs of `info`; none for MPI_INFO_NULL.
Hints hints_of(MPI_Info info);

/// A new MPI_Info with these pairs, which the caller must free. Pairs that MPI cannot hold (too
/// long or empty) are left out.
MPI_Info info_of(const Hints& hints);

}  // namespace weft::mpi
