// SPDX-License-Identifier: BSD-3-Clause
// The layout of a file whose definition changes, chosen so that large data need not be copied.
//
// By the interface's formulas a header that grows by some bytes moves the data by 512. No file
// system can do that for a program: every byte is read and written again. By a multiple of its
// block, some can (classic/insertion.hpp); and data for which the header leaves room need not move
// at all. So where much would move, sections keep their places within a block: they stay where they
// are, or go up by whole blocks, and the room that this leaves serves the next change.
//
// That is for who asks for nothing. An alignment or a reserve that is asked for, and data that move
// in a moment, get the formulas.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "layout/layout.hpp"

namespace weft::layout {

/// Blocks of ext4 and XFS, and pages of memory.
inline constexpr std::int64_t block_bytes = 4096;

/// Data of at least so many bytes move by whole blocks, if at all. bench/redefine, ext4, with sync:
/// 16 MiB take a copy that survives a crash 2.4 to 2.7 times as long as PnetCDF's, which does not,
/// and moving blocks 0.3 to 0.5 times; 1 MiB take moving blocks about as long.
inline constexpr std::int64_t much_data = 1 << 20;

/// As place_variables(), for the change of the file `old`.
Result<Layout> place_again(format::Version version, const model::Schema& schema,
                           std::int64_t header_bytes, const Alignment& alignment,
                           const format::HeaderView& old);

}  // namespace weft::layout
