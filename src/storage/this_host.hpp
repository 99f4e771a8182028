// SPDX-License-Identifier: BSD-3-Clause
// An identifier of the host, by which ranks find out whether they share it.
#pragma once

#include <cstdint>

namespace weft::storage {

/// The same for all processes of a running kernel, except in containers that hide it; different on
/// other hosts and after the next boot. 0 if unknown.
std::uint64_t this_host();

}  // namespace weft::storage
