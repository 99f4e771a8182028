// SPDX-License-Identifier: BSD-3-Clause
// Where a header ends, by its counts and lengths alone: many times faster than reading it, for who
// hands it on.
#pragma once

#include "base/result.hpp"
#include "format/byte_source.hpp"

#include <cstdint>
#include <optional>

namespace weft::format {

/// The length of the header of a file of `file_bytes` bytes: what read_header() (header_reader.hpp)
/// reads of it, whether it likes it or not. Nothing for what cannot be followed to its end: then
/// read_header() says what is wrong. Errors: those of the source.
Result<std::optional<std::int64_t>> header_length(ByteSource& source, std::int64_t file_bytes);

}  // namespace weft::format
