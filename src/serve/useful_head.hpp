// SPDX-License-Identifier: BSD-3-Clause
// How much of the beginning of a file is worth sending to who opens it. A new TCP connection needs
// four or five round trips for 256 KiB, and one for most headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::serve {

/// Of a netCDF file of `file_bytes` bytes that begins with `head`, its header; all of `head` where
/// it does not have a header to its end.
std::size_t useful_bytes(std::span<const std::byte> head, std::int64_t file_bytes);

}  // namespace weft::serve
