// SPDX-License-Identifier: BSD-3-Clause
// Hints of netCDF files: the requested values, the values in force, and the answer of
// ncmpi_inq_file_info.
#pragma once

#include <string>
#include <vector>

#include "container/settings.hpp"
#include "dataset/core.hpp"
#include "files/settings.hpp"
#include "mpi/info.hpp"

namespace weft::dataset {

using container::Settings;
using HintMap = mpi::Hints;

/// The pairs of an MPI_Info, and a new MPI_Info with these pairs, which the caller frees.
HintMap hints_of(MPI_Info info);
MPI_Info info_of(const HintMap& hints);

/// Invalid values are ignored, as MPI requires of hints.
Settings settings_of(const mpi::Hints& hints);

/// The answer of ncmpi_inq_file_info: every hint of the contract with the value in force, which
/// `file` and `settings` hold, and those of `hints` that Weft does not know. Users tune by these
/// values.
mpi::Hints effective_hints(const mpi::Hints& hints, const files::Settings& file,
                           const Settings& settings);
/// The effective hints of an open dataset.
mpi::Hints hints_in_force(const Core& core);

}  // namespace weft::dataset
