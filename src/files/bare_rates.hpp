// SPDX-License-Identifier: BSD-3-Clause
// The rates that the machine reaches with plain calls, to compare with those of the ranks.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "mpi/comm.hpp"
#include "report/file_report.hpp"
#include "storage/store.hpp"

namespace weft::files {

/// Collective. All ranks at the same time write `bytes_per_rank` each, a contiguous piece of a new
/// file beside `path`, and read a piece of another rank. Removes the file, also after a failure.
/// Does not sync, so the rates may be those of caches. The same outcome on all ranks. Errors: of
/// the storage, on any rank. Uniform: path, bytes_per_rank > 0.
Result<report::BareRates> measure_bare_rates(mpi::CommView comm, storage::Store& store,
                                             const std::string& path, std::int64_t bytes_per_rank);

}  // namespace weft::files
