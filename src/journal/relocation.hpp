// SPDX-License-Identifier: BSD-3-Clause
// Moves old data to their new places while a journal has a copy of what is overwritten.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "journal/journal_format.hpp"
#include "mpi/io_ranks.hpp"
#include "region/interval.hpp"
#include "storage/file.hpp"

namespace weft::journal {

/// This rank's part of the bytes of all moves.
region::Interval share_of_moves(const std::vector<layout::Move>& moves,
                                const mpi::IoRanks& io_ranks);

/// Moves a part of the bytes of all moves, in windows of `window_bytes`. It reads bytes that the
/// change overwrites from the copy, so ranks and windows may come in any order.
Status relocate(const std::vector<layout::Move>& moves, const Journal& journal, storage::File& file,
                region::Interval share, std::int64_t window_bytes);

}  // namespace weft::journal
