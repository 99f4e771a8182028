// SPDX-License-Identifier: BSD-3-Clause
// Hints of netCDF files: what was asked for, what is in force, and what ncmpi_inq_file_info
// answers.
#pragma once

#include <string>
#include <vector>

#include "container/settings.hpp"
#include "files/settings.hpp"
#include "mpi/info.hpp"

namespace weft::dataset {

using container::Settings;
using HintMap = mpi::Hints;

/// The pairs of an MPI_Info, and a new MPI_Info with these pairs, which the caller frees.
HintMap hints_of(MPI_Info info);
MPI_Info info_of(const HintMap& hints);

/// Values that make no sense are ignored, as MPI asks of hints.
Settings settings_of(const mpi::Hints& hints);

/// What ncmpi_inq_file_info answers: every hint of the contract with the value that is in force,
/// which `file` and `settings` tell, whatever was wished, and those of `hints` that Weft does not
/// know.
mpi::Hints effective_hints(const mpi::Hints& hints, const files::Settings& file,
                           const Settings& settings);

}  // namespace weft::dataset
