// SPDX-License-Identifier: BSD-3-Clause
// A file as readers of text and headers want it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "format/byte_source.hpp"

namespace weft::formats {

/// The bytes of the file at a path, read `chunk_bytes` at a time.
Result<std::unique_ptr<format::ByteSource>> source_of(const std::string& path,
                                                      std::int64_t chunk_bytes);

}  // namespace weft::formats
