// SPDX-License-Identifier: BSD-3-Clause
// How the ranks meet at the beginning of a collective call: one small exchange, after which each of
// them knows what all together bring to which files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/file_table.hpp"
#include "engine/interconnect.hpp"
#include "engine/plan/summary.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/report.hpp"
#include "engine/twophase/calls.hpp"

namespace weft::engine {

/// Summarises the part of a request that concerns a file of that pace. `maximum` is passed on
/// unchanged. `arrived`: when the rank's call began.
Summary summary_of(const Request& request, std::int64_t unit_bytes, const Pace& pace,
                   std::int64_t maximum, double arrived);

/// Learns what all ranks bring to a call. Ranks that share memory hear of each other; for others
/// patterns of earlier calls (twophase/calls.hpp) make the messages few.
class Meeting {
public:
    /// All arguments outlive it.
    Meeting(Interconnect& ranks, FileTable& files, Report& report)
        : interconnect_(ranks), files_(files), report_(report) {}

    /// Whether ranks compare their calls with patterns of earlier ones, instead of telling each
    /// other all that they bring.
    [[nodiscard]] bool keeps_patterns() const {
        return interconnect_.comm().size() > 1 && !interconnect_.shares_memory();
    }

    /// Collective. `requests`: this rank's, in order of their files; `mine` has a summary of each,
    /// or of none to the first file. Throws mpi::Failure on all ranks when one has died.
    void meet(std::span<const FileRequest> requests, std::span<FileSummary> mine);

    // The following functions return what the ranks have learnt; valid until they meet again.

    /// The totals of all ranks for each file that they touch, at least one, in the order of the
    /// files.
    std::vector<twophase::FilePattern>& add_up();
    /// The summaries of all ranks for these files; empty if keeps_patterns().
    [[nodiscard]] const std::vector<RanksOfFile>& ranks() const { return all_ranks_; }
    /// The largest `maximum` of all ranks.
    [[nodiscard]] std::int64_t maximum() const { return all_.maximum; }
    [[nodiscard]] double first_arrived() const { return all_.first_arrived; }
    [[nodiscard]] double last_arrived() const { return all_.last_arrived; }

private:
    void describe(std::span<const FileRequest> requests, std::span<FileSummary> mine);

    Interconnect& interconnect_;
    FileTable& files_;
    Report& report_;
    twophase::Calls calls_;               // of ranks that do not share memory
    twophase::CallPattern passing_;       // of ranks that do,
    std::vector<RanksOfFile> all_ranks_;  // in order of its files
    twophase::Calls::Call all_;           // what all ranks bring to the call under way
};

}  // namespace weft::engine
