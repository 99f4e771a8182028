// SPDX-License-Identifier: BSD-3-Clause
// A walk through the data of a file that several threads do together: each takes the next part
// until none is left.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"
#include "tools/shared/walk.hpp"

namespace weft::tools {

/// The number of threads that walk through so many bytes of files in these places. Processes of
/// mpiexec have their cores already, and more connections do not make reading from a far machine
/// faster.
int threads_for(const Team& team, const std::vector<std::string>& paths, std::int64_t bytes);

class SharedWalk {
public:
    static constexpr std::int64_t usual_step = std::int64_t{32} << 20;

    /// A thread takes `step` bytes at a time, and more of exabytes that a header promises.
    explicit SharedWalk(Walk walk, std::int64_t step = usual_step)
        : walk_(std::move(walk)), step_(step) {}

    [[nodiscard]] std::int64_t bytes() const { return walk_.bytes(); }

    /// Walks through `part`, with a thread for each of `workers`; this thread is one of them, and
    /// the only one that shows how far they are. `worker(piece)`, a Status, is called with pieces
    /// that rise. The first failure ends the walk.
    template <class Workers>
    Status run(Part part, Workers& workers, Progress& progress);

private:
    static constexpr std::int64_t most_steps = 1 << 16;

    template <class Worker, class Report>
    Status run_one(Worker& worker, Report&& report);

    const Walk walk_;
    std::int64_t step_;
    std::int64_t end_ = 0;
    std::atomic<std::int64_t> next_ = 0;
    std::atomic<std::int64_t> done_ = 0;
};

template <class Workers>
Status SharedWalk::run(Part part, Workers& workers, Progress& progress) {
    next_ = part.from;
    end_ = part.to;
    step_ = std::max(step_, (part.to - part.from) / most_steps);
    std::vector<std::future<Status>> others;
    for (auto worker = std::next(workers.begin()); worker != workers.end(); ++worker)
        others.push_back(std::async(std::launch::async,
                                    [this, &worker = *worker] { return run_one(worker, [] {}); }));
    Status status = run_one(workers.front(), [&] { progress.advance(done_.exchange(0)); });
    for (std::future<Status>& other : others) status.keep_first(other.get());
    progress.advance(done_.exchange(0));
    return status;
}

template <class Worker, class Report>
Status SharedWalk::run_one(Worker& worker, Report&& report) {
    Status status;
    const auto use = [&](const WalkPiece& piece) {
        status = worker(piece);
        done_ += piece.bytes;
        report();
        return status.ok();
    };
    while (status.ok()) {
        const std::int64_t from = next_.fetch_add(step_);
        if (from >= end_) break;
        walk_.visit(from, std::min(from + step_, end_), use);
    }
    if (!status.ok()) next_ = end_;
    return status;
}

}  // namespace weft::tools
