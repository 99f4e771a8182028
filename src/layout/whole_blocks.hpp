// SPDX-License-Identifier: BSD-3-Clause
// A layout for a file whose definition changes that avoids copying large data.
//
// By the interface's formulas a header that grows by a few bytes moves the data by 512. No file
// system offers that: every byte must be read and written again. Some file systems can move data by
// multiples of their block (journal/insertion.hpp); and data need not move at all if the header
// leaves room for them. So if much would move, sections keep their offset within a block: they
// stay, or go up by whole blocks, and the space that this leaves is used by the next change.
//
// This applies only if the caller sets no alignment and no reserve, and if the move would not be
// fast anyway; otherwise the formulas apply.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "layout/layout.hpp"

namespace weft::layout {

/// The blocks of ext4 and XFS, and pages of memory.
inline constexpr std::int64_t block_bytes = 4096;

/// The least number of bytes that move by whole blocks. bench/redefine, ext4, with sync: for 16
/// MiB, a copy that survives a crash takes 2.4 to 2.7 times as long as PnetCDF's, which does not,
/// and moving blocks 0.3 to 0.5 times; for 1 MiB, moving blocks takes about as long.
inline constexpr std::int64_t much_data = 1 << 20;

/// Like place_variables(), for a change of the file `old`.
Result<Layout> place_again(format::Version version, const model::Schema& schema,
                           std::int64_t header_bytes, const Alignment& alignment,
                           const format::HeaderView& old);

}  // namespace weft::layout
