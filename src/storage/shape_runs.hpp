// SPDX-License-Identifier: BSD-3-Clause
// Shapes for files that can only move runs: one write per run, one read for one or several runs.
#pragma once

#include "storage/file.hpp"

namespace weft::storage {

/// Implements File::write_shape() by write_at().
Status write_runs(File& file, const region::FileShape& shape, std::int64_t from,
                  std::span<const std::byte> packed);

/// Implements File::read_shape() by read_at().
Status read_runs(File& file, const region::FileShape& shape, std::int64_t from,
                 std::span<std::byte> packed);

}  // namespace weft::storage
