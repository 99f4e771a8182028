// SPDX-License-Identifier: BSD-3-Clause
// How fast a place takes what is written to it for good. Slow storage targets are told from fast
// ones by that: a device whose rate is limited, or that others use, shows it only when its caches
// and its allowance for bursts are full, which takes some MB.
#pragma once

#include <functional>
#include <string>

#include "base/result.hpp"
#include "storage/clock.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// What a trial has shown, in bytes per second.
struct ShownRate {
    double overall = 0;
    double later = 0;  // in the second half
};

/// Bytes per second, of synced writes to a new file `path` in the second half of `seconds`, or of
/// what has been written when that is enough (64 MiB). Nothing is left of the file. Errors: of
/// making, writing and removing it; Code::eexist.
///
/// `enough` is asked once, when two fifths of `seconds` are over and the last MiB took a quarter of
/// the time so far: then the device has used up what it may do at once, and waited. If that is said
/// to be enough, the rate is that of all the time; if not, the time of asking does not count.
Result<double> probe_write_rate(Store& store, const std::string& path, double seconds,
                                Clock& clock = machine_clock(),
                                const std::function<bool(ShownRate)>& enough = {});

}  // namespace weft::storage
