// SPDX-License-Identifier: BSD-3-Clause
// The filters that only libhdf5 undoes, n-bit and scale-offset. It believes their parameters and
// what is stored: where these are not what it writes, it takes whatever lies in memory for values,
// or crashes. So Weft looks at them before.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.hpp"
#include "codecs/pipeline.hpp"

namespace weft::codecs {

bool belongs_to_hdf5(const Filter& filter);

/// Whether a filter of libhdf5 decodes exactly these bytes to a whole chunk. A failure says what is
/// wrong with them, without the filter's name.
Status check_for_hdf5(const Filter& filter, ChunkForm form, std::span<const std::byte> bytes);

}  // namespace weft::codecs
