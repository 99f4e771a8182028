// SPDX-License-Identifier: BSD-3-Clause
// Which host this is, for ranks that are to find out whether they are on the same one.
#pragma once

#include <cstdint>

namespace weft::storage {

/// The same on all processes of a running kernel, but for containers that hide it, and another one
/// elsewhere and after the next boot. 0 where that cannot be known.
std::uint64_t this_host();

}  // namespace weft::storage
