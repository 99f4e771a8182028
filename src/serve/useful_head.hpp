// SPDX-License-Identifier: BSD-3-Clause
// Chooses how much of the beginning of a file is worth sending with an open. A new TCP connection
// needs four or five round trips for 256 KiB, and one for most headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::serve {

/// The length of the header of a netCDF file with `file_bytes` bytes that begins with `head`; that
/// of `head` if the header does not end in it.
std::size_t useful_bytes(std::span<const std::byte> head, std::int64_t file_bytes);

}  // namespace weft::serve
