// SPDX-License-Identifier: BSD-3-Clause
// Moving values between memory and file form: convert, swap and gather (or scatter) in one pass.
#pragma once

#include <cstddef>

#include "types/types.hpp"

namespace weft::types {

/// Memory to file form: `count` values from `memory`, `memory_stride` bytes apart (may be 0 or negative), to
/// `external`, `external_stride` bytes apart. A value that the external type cannot hold is replaced by
/// `fill` (file form). No address needs alignment. Never writes to `memory`.
/// Returns false when at least one value was replaced.
using Encode = bool (*)(std::byte* external, std::ptrdiff_t external_stride, const std::byte* memory,
                        std::ptrdiff_t memory_stride, std::size_t count, const std::byte* fill);

/// File form to memory; a value that the memory type cannot hold is replaced by the fill value of the
/// external type that corresponds to the memory type (NC_FILL_INT for int, ...). Returns false then.
using Decode = bool (*)(std::byte* memory, std::ptrdiff_t memory_stride, const std::byte* external,
                        std::ptrdiff_t external_stride, std::size_t count);

struct Kernels {
    Encode encode;
    Decode decode;
};

/// How uchar meets NC_BYTE. CDF-1 and CDF-2 have no unsigned byte, so there the eight bits pass unchanged.
enum class ByteRule { checked, unsigned_allowed };

/// The kernels of a pair of types, chosen for this processor; null when one is text and the other a number.
const Kernels* find_kernels(External external, Memory memory, ByteRule rule);

}  // namespace weft::types
