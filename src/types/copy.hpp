// SPDX-License-Identifier: BSD-3-Clause
// Kernels that only move values which are already in file form.
#pragma once

#include "types/kernels.hpp"

namespace weft::types {

/// `bytes` is the size of a value: 1, 2, 4 or 8. Both directions copy; no value is out of range.
const Kernels& copy_kernels(int bytes);

}  // namespace weft::types
