// SPDX-License-Identifier: BSD-3-Clause
// What all ranks together bring to a call, with as little talk as possible: one small reduction,
// which also tells when every rank brings what it brought to an earlier call, moved by the same
// distance in the file. No rank hears of each of the others, so that there may be a million.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <vector>

#include "engine/plan/call_totals.hpp"
#include "engine/twophase/others_requests.hpp"
#include "mpi/comm.hpp"

namespace weft::engine::twophase {

/// One of the files of calls that are alike.
struct FilePattern {
    std::size_t file = 0;
    Summary mine = {};    // this rank's, as in the last of the calls
    CallTotals all = {};  // of all ranks
    // What two-phase would send between nodes. Not known yet: nothing has depended on it.
    std::optional<std::int64_t> crossing_bytes = std::nullopt;
    int slabs = 0;  // how many parts it is done in, one after the other; 0: not known yet
    std::optional<OthersRequests> others = std::nullopt;  // if it is done in one slab
};

/// Calls that are alike up to their place in the files, which is the same distance in all of them.
struct Pattern {
    std::int64_t number = 0;              // the same on all ranks
    std::vector<FilePattern> files = {};  // to which a rank brings something, by number; the first
                                          // one where nobody brings anything
};

/// What this rank brings to a file: nothing where `mine` does not name it.
const Summary& summary_of(std::span<const FileSummary> mine, std::size_t file);

class Calls {
public:
    struct Call {
        Pattern* pattern = nullptr;  // stays until the next call
        // Of all ranks, which a pattern does not hold:
        std::int64_t maximum = 0;
        double first_arrived = 0;
        double last_arrived = 0;
    };
    /// Collective. `mine`: by file, at least one; each has a fingerprint. One reduction, and for a
    /// call unlike all that are known a second one where there are several files. Uniform:
    /// file_count.
    Call begin(mpi::CommView comm, std::span<const FileSummary> mine, std::size_t file_count);

    /// How many patterns are kept. A time loop that writes more kinds of variables exchanges their
    /// descriptions again.
    static constexpr std::size_t most_patterns = 16;

private:
    [[nodiscard]] Pattern* recognise(std::span<const std::int64_t> moves);
    Pattern& remember(std::span<const FileSummary> mine, std::vector<CallTotals> files);

    std::list<Pattern> patterns_;  // the last used first, in the same order on all ranks
    std::int64_t next_number_ = 1;
};

}  // namespace weft::engine::twophase
