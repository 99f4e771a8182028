// SPDX-License-Identifier: BSD-3-Clause
// Kernels for values that are in file form already and only move.
#pragma once

#include "types/kernels.hpp"

namespace weft::types {

/// `bytes` is the size of a value: 1, 2, 4 or 8. Both directions copy; nothing is ever out of
/// range.
const Kernels& copy_kernels(int bytes);

}  // namespace weft::types
