// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell each other about a collective call before they plan it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::engine {

/// Summary of what one rank moves to or from a file in a collective call.
struct Summary {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    std::int64_t unit_bytes = 0;  // of all units of the space that it touches, together
    std::int64_t grain = 0;  // the largest power of two that divides every run's offset and length
    std::int64_t maximum =
        0;               // a number of the caller's; the call returns the largest of all ranks
    double arrived = 0;  // when its call began, if that is recorded
    std::uint64_t fingerprint : 57 = 0;  // of the shapes of its request, where patterns are kept
    std::uint64_t write_level : 3 = 0;   // how slow storage has become, see SpeedLevel
    std::uint64_t read_level : 3 = 0;
    std::uint64_t in_order : 1 = 0;  // bytes must come in order of the file
};

/// The summary for the file with this number.
struct FileSummary {
    std::size_t file = 0;
    Summary summary;
};

/// The summaries of all ranks for one file, in rank order. A rank that does not touch the file has
/// a summary without bytes.
struct RanksOfFile {
    std::size_t file = 0;
    std::vector<Summary> ranks;
};

}  // namespace weft::engine
