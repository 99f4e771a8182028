// SPDX-License-Identifier: BSD-3-Clause
// The rate of synced writes to a folder, which tells slow storage targets from fast ones: a device
// that is limited, or busy with others, shows it only after some MB, when its caches and its burst
// allowance are used up.
#pragma once

#include <functional>
#include <string>

#include "base/result.hpp"
#include "storage/clock.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// The rates of a trial, in bytes per second.
struct ShownRate {
    double overall = 0;
    double later = 0;  // in the second half
};

/// Measures the bytes per second of synced writes to a new file `path`, in the second half of
/// `seconds` or, if they come earlier, of 64 MiB. Removes the file. Errors are those of making,
/// writing and removing it; Code::eexist. Calls `enough` once, when two fifths of `seconds` are
/// over and the last MiB took a quarter of the time so far: the device has then used up its burst
/// allowance. If it returns true, the trial ends with the rate of the whole time; if not, the time
/// of the call does not count.
Result<double> probe_write_rate(Store& store, const std::string& path, double seconds,
                                Clock& clock = machine_clock(),
                                const std::function<bool(ShownRate)>& enough = {});

}  // namespace weft::storage
