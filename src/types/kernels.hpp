// SPDX-License-Identifier: BSD-3-Clause
// Moving values between memory and file form: convert, swap and gather (or scatter) in one pass.
//
// What a type can hold:
//   integer from integer   the values between its limits;
//   integer from floating  the values between its limits, both included, compared before the
//                          fraction is cut off (so -0.5 does not fit an unsigned type); never NaN;
//   float from double      every value up to FLT_MAX in magnitude, rounded to nearest, and NaN; no
//                          infinity, as in other netCDF libraries;
//   floating from integer  every value, rounded to nearest.
// Values that change only their byte order keep all their bits, the payload of a NaN included.
#pragma once

#include <bit>
#include <cstddef>

#include "types/types.hpp"

namespace weft::types {

/// Converts from memory to file form: `count` values from `memory`, `memory_stride` bytes apart
/// (may be 0 or negative), to `external`, `external_stride` bytes apart. A value that the external
/// type cannot hold is replaced by `fill` (file form; not read for a pair that holds every value).
/// No address needs alignment. The two sides must not overlap. Never writes to `memory`. Returns
/// false if at least one value was replaced.
using Encode = bool (*)(std::byte* external, std::ptrdiff_t external_stride,
                        const std::byte* memory, std::ptrdiff_t memory_stride, std::size_t count,
                        const std::byte* fill);

/// Converts from file form to memory. A value that the memory type cannot hold is replaced by the
/// fill value of the external type that corresponds to the memory type (NC_FILL_INT for int and
/// long, ...); it returns false then. Strides, alignment and overlap are as for Encode.
using Decode = bool (*)(std::byte* memory, std::ptrdiff_t memory_stride, const std::byte* external,
                        std::ptrdiff_t external_stride, std::size_t count);

struct Kernels {
    Encode encode;
    Decode decode;
};

/// The conversion between uchar and NC_BYTE. CDF-1 and CDF-2 have no unsigned byte, so there the
/// eight bits pass unchanged.
enum class ByteRule { checked, unsigned_allowed };

/// The kernels of a pair of types, chosen for this processor; null when one is text and the other a
/// number. `order`: of the bytes in file form. The kernels live as long as the program.
const Kernels* find_kernels(External external, Memory memory, ByteRule rule,
                            std::endian order = std::endian::big);

}  // namespace weft::types
