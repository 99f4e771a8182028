// SPDX-License-Identifier: BSD-3-Clause
// Finds the end of a header by its counts and lengths alone: many times faster than reading it, for
// ranks that only pass it on.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "format/byte_source.hpp"

namespace weft::format {

/// The length of the header of a file of `file_bytes` bytes: as far as read_header()
/// (header_reader.hpp) reads, even if that fails there. Empty if the end cannot be found:
/// read_header() then says what is wrong. Errors are those of the source.
Result<std::optional<std::int64_t>> header_length(ByteSource& source, std::int64_t file_bytes);

}  // namespace weft::format
