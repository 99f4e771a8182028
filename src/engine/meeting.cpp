// SPDX-License-Identifier: BSD-3-Clause
#include "engine/meeting.hpp"

#include <algorithm>

#include "engine/plan/gathered.hpp"
#include "engine/twophase/description.hpp"
#include "mpi/failure.hpp"

namespace weft::engine {
namespace {

static_assert(shm::WindowArena::message_bytes >= gathered_bytes);

twophase::Calls::Call gathered_call(twophase::CallPattern& pattern,
                                    const std::vector<Summary>& ranks) {
    const auto arrived = std::ranges::minmax(ranks, {}, &Summary::arrived);
    const auto most = std::ranges::max(ranks, {}, &Summary::maximum);
    return {&pattern, most.maximum, arrived.min.arrived, arrived.max.arrived};
}

}  // namespace

Summary summary_of(const Request& request, std::int64_t unit_bytes, const Pace& pace,
                   std::int64_t maximum, double arrived) {
    return {.begin = request.begin(),
            .end = request.end(),
            .bytes = request.bytes(),
            .runs = request.runs(),
            .unit_bytes = unit_bytes,
            .grain = request.grain(),
            .maximum = maximum,
            .arrived = arrived,
            .write_level = static_cast<unsigned>(pace.writes.level()) & 7U,
            .read_level = static_cast<unsigned>(pace.reads.level()) & 7U};
}

/// Adds to the summaries what ranks that exchange bytes by messages must know besides the bytes.
void Meeting::describe(std::span<const FileRequest> requests, std::span<FileSummary> mine) {
    const bool messages = interconnect_.comm().size() > 1 &&
                          !(interconnect_.shares_memory() && interconnect_.arena() != nullptr);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const Request& request = *requests[i].request;
        if (messages || !files_[requests[i].file].channel.kind().is_file)
            mine[i].summary.in_order = twophase::needs_order(request) ? 1 : 0;
        if (keeps_patterns())
            mine[i].summary.fingerprint =
                twophase::fingerprint(request) & twophase::fingerprint_bits;
    }
}

void Meeting::meet(std::span<const FileRequest> requests, std::span<FileSummary> mine) {
    const mpi::CommView comm = interconnect_.comm();
    describe(requests, mine);
    if (keeps_patterns()) {
        all_ranks_.clear();
        const PhaseTimer timer(report_, Phase::wait);
        all_ = calls_.begin(comm, mine, files_.size());
        return;
    }
    const auto all_gather = [&](std::span<const std::byte> bytes) {
        return comm.size() > 1 ? interconnect_.share(bytes)
                               : std::vector(bytes.begin(), bytes.end());
    };
    if (!gather_summaries(mine, files_.size(), all_gather, all_ranks_))
        throw mpi::Failure(shm::rank_died(), true);
    all_ = gathered_call(passing_, all_ranks_.front().ranks);
}

std::vector<twophase::FilePattern>& Meeting::add_up() {
    if (keeps_patterns()) return all_.pattern->files;
    passing_.files.clear();
    for (const RanksOfFile& file : all_ranks_)
        passing_.files.push_back({.file = file.file, .all = totals_of(file.ranks)});
    return passing_.files;
}

}  // namespace weft::engine
