// SPDX-License-Identifier: BSD-3-Clause
// Large transfers in pieces, because counts of MPI-3.1 have the type int.
#pragma once

#include <algorithm>
#include <cstdint>

namespace weft::mpi {

/// The most bytes that one MPI call of Weft moves to, from or through a rank.
inline constexpr std::int64_t largest_piece_bytes = std::int64_t{1} << 30;

/// Calls `use(begin, count)` for consecutive pieces of at most `piece` (> 0) that make up [0,
/// total). Does not call it if `total` is 0.
template <class Use>
void for_each_piece(std::int64_t total, std::int64_t piece, Use&& use) {
    for (std::int64_t begin = 0; begin < total; begin += piece) {
        use(begin, static_cast<int>(std::min(piece, total - begin)));
    }
}

/// The piece of each of `rank_count` ranks when all their pieces together should not exceed
/// `piece_bytes`.
constexpr std::int64_t share_of_piece(std::int64_t piece_bytes, int rank_count) {
    return std::max<std::int64_t>(1, piece_bytes / rank_count);
}

}  // namespace weft::mpi
