// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of calls on a file system, in a file without a name.
#pragma once

#include <string>

#include "base/result.hpp"
#include "storage/speed.hpp"
#include "storage/system_calls.hpp"

namespace weft::storage {

/// Takes about a millisecond if calls take microseconds; stops early if they take longer.
/// Code::enotsupport, and other codes of Store::open: the directory cannot hold such a file.
Result<Speed> probe_speed(const SystemCalls& calls, const std::string& directory);

}  // namespace weft::storage
