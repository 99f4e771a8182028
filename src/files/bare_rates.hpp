// SPDX-License-Identifier: BSD-3-Clause
// What the machine can do for the ranks of a file, to compare with what their calls have done.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "engine/trace/report_texts.hpp"
#include "mpi/comm.hpp"
#include "storage/store.hpp"

namespace weft::files {

/// Collective. All ranks at the same time write `bytes_per_rank` each, one contiguous piece of a
/// new file beside `path`, call by call, and read a piece that another rank wrote. The file is
/// removed again, whatever happens. Nothing is synced, so it is as fast as caches where they have
/// room. The same outcome on all ranks. Errors: of the storage, on any rank. Uniform: path,
/// bytes_per_rank > 0.
Result<engine::BareRates> measure_bare_rates(mpi::CommView comm, storage::Store& store,
                                             const std::string& path, std::int64_t bytes_per_rank);

}  // namespace weft::files
