// SPDX-License-Identifier: BSD-3-Clause
// What calls cost on a file system, measured in a file without a name.
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
