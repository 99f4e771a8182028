// SPDX-License-Identifier: BSD-3-Clause
// How fast a place takes what is written to it for good. Slow storage targets are told from fast
// ones by that: a device whose rate is limited, or that others use, shows it only when its caches
// and its allowance for bursts are full, which takes some MB.
#pragma once

#include <string>

#include "base/result.hpp"
#include "storage/clock.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Bytes per second, of synced writes to a new file `path` in the second half of `seconds`, or of
/// what has been written when that is enough (64 MiB). Nothing is left of the file. Errors: of
/// making, writing and removing it; Code::eexist.
Result<double> probe_write_rate(Store& store, const std::string& path, double seconds,
                                Clock& clock = machine_clock());

}  // namespace weft::storage
