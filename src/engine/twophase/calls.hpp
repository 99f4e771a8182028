// SPDX-License-Identifier: BSD-3-Clause
// How ranks learn what all of them together bring to a call, by as few messages as possible. One
// small reduction also tells whether every rank brings what it has brought to an earlier call,
// moved by the same distance in the file. No rank hears of each of the others, so that there may be
// a million.
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

/// The part of a pattern that concerns one file.
struct FilePattern {
    std::size_t file = 0;
    Summary mine = {};    // this rank's, as in the last of the calls
    CallTotals all = {};  // of all ranks
    // How many bytes two-phase would send between nodes; empty until something has depended on it.
    std::optional<std::int64_t> crossing_bytes = std::nullopt;
    int slabs = 0;  // how many parts it is done in, one after the other; 0: not known yet
    std::optional<OthersRequests> others = std::nullopt;  // if it is done in one slab
};

/// Calls that are alike up to their place in the files, which is the same distance in all of them.
struct CallPattern {
    std::int64_t number = 0;              // the same on all ranks
    std::vector<FilePattern> files = {};  // to which a rank brings something, by number; the first
                                          // one where nobody brings anything
};

/// Returns what this rank brings to a file: no bytes where `mine` does not name it.
const Summary& summary_of(std::span<const FileSummary> mine, std::size_t file);

class Calls {
public:
    struct Call {
        CallPattern* pattern = nullptr;  // stays until the next call
        // Values of the call that a pattern does not hold, over all ranks:
        std::int64_t maximum = 0;
        double first_arrived = 0;
        double last_arrived = 0;
    };
    /// Collective. `mine` has a summary with a fingerprint for each file that this rank touches, at
    /// least one. Takes one reduction; where there are several files, a second one for a call that
    /// is unlike all known ones. Uniform: file_count.
    Call begin(mpi::CommView comm, std::span<const FileSummary> mine, std::size_t file_count);

    /// How many patterns it keeps. A time loop that writes more kinds of variables describes them
    /// anew each time.
    static constexpr std::size_t most_patterns = 16;

private:
    [[nodiscard]] CallPattern* recognise(std::span<const std::int64_t> moves);
    CallPattern& remember(std::span<const FileSummary> mine, std::vector<CallTotals> files);

    std::list<CallPattern> patterns_;  // the last used first, in the same order on all ranks
    std::int64_t next_number_ = 1;
};

}  // namespace weft::engine::twophase
