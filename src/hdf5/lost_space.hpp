// SPDX-License-Identifier: BSD-3-Clause
// Counts the bytes of a file that nothing in it refers to: chunks that were written again
// elsewhere, removed objects, and room that is kept free.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.hpp"
#include "storage/file.hpp"

namespace weft::hdf5 {

/// The number of bytes that no reader of everything in the file reads. Empty if that is unknown:
/// the values of strings, and of types that Weft does not read, are not looked for.
Result<std::optional<std::int64_t>> lost_bytes(storage::File& file, bool is_trusted);

}  // namespace weft::hdf5
