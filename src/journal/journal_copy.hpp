// SPDX-License-Identifier: BSD-3-Clause
// Copies old bytes into a journal's copy, and back.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "journal/journal_format.hpp"
#include "mpi/io_ranks.hpp"
#include "region/interval.hpp"
#include "storage/file.hpp"

namespace weft::journal {

/// Where the copied bytes are: in their old places, or in the copy.
enum class Side { origin, copy };

/// Copied bytes are read on one side, and written on the other side or not at all.
struct Route {
    Side from = Side::origin;
    bool writes = false;
};

/// This rank's part of the copied bytes: whole blocks, so that the checksums of all parts add up to
/// the journal's.
region::Interval share_of_copied(const Journal& journal, const mpi::IoRanks& io_ranks);

/// Reads a part of the copied bytes, in windows of `window_bytes` (whole blocks), and writes it on
/// the other side if the route says so. Returns the sum of the checksums of its blocks.
Result<std::uint64_t> transfer_copied(const Journal& journal, storage::File& file, Route route,
                                      region::Interval share, std::int64_t window_bytes);

}  // namespace weft::journal
