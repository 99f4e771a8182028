// SPDX-License-Identifier: BSD-3-Clause
// Changes of a chunk as a list of bytes, for another rank or for the log: runs that have changed,
// each as its offset and length, 8 bytes each, and the bytes that are there now.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "region/interval.hpp"

namespace weft::hdf5 {

/// Runs of units of so many bytes, a power of two up to 256, in which two forms of a chunk differ.
/// With the units of elements they have nothing that another rank may have changed.
std::vector<region::Interval> differences(std::span<const std::byte> old,
                                          std::span<const std::byte> now, std::size_t unit);

std::vector<std::byte> encoded_changes(std::span<const region::Interval> runs,
                                       std::span<const std::byte> chunk);
/// Applies them, and returns the runs. Code::efile if they do not fit the chunk.
Result<std::vector<region::Interval>> apply_changes(std::span<const std::byte> data,
                                                    std::span<std::byte> chunk);

}  // namespace weft::hdf5
