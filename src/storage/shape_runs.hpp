// SPDX-License-Identifier: BSD-3-Clause
// Shapes for files that can only move runs: one write per run, one read for one or several runs.
#pragma once

#include "storage/file.hpp"

namespace weft::storage {

/// As File::write_shape(), with write_at().
Status write_runs(File& file, const region::FileShape& shape, std::int64_t from,
                  std::span<const std::byte> packed);

/// As File::read_shape(), with read_at().
Status read_runs(File& file, const region::FileShape& shape, std::int64_t from,
                 std::span<std::byte> packed);

}  // namespace weft::storage
