// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "storage/file.hpp"

namespace weft::storage {

/// Implements File::checksum() by reading.
Result<Checksum> checksum_by_reading(File& file, std::int64_t offset, std::int64_t length);

}  // namespace weft::storage
