// SPDX-License-Identifier: BSD-3-Clause
// The door of the engine: carries out requests on one space, or on several in one call
// (file_table.hpp says what a space is; most are files). In a collective call the ranks meet
// (meeting.hpp), plan what they have learnt to move (planner.hpp), and do it (executor.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "engine/communicator_state.hpp"
#include "engine/executor.hpp"
#include "engine/file_table.hpp"
#include "engine/interconnect.hpp"
#include "engine/meeting.hpp"
#include "engine/methods/methods.hpp"
#include "engine/plain_run.hpp"
#include "engine/plan/straight.hpp"
#include "engine/planner.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/report.hpp"
#include "mpi/comm.hpp"

namespace weft::engine {

/// Moves what ranks ask for, together or each on its own, and counts it in a report.
class Engine {
public:
    /// `state`: what the ranks of `comm` may share. All that the files refer to outlives the
    /// engine. Uniform: how many files there are, at least one.
    Engine(mpi::CommView comm, const std::shared_ptr<CommunicatorState>& state,
           std::span<const EngineFile> files, const Options& options);
    Engine(const Engine&) = delete;  // its parts refer to each other
    Engine& operator=(const Engine&) = delete;

    /// Makes the number of files `count`. Each additional file is asked for by its number when a
    /// call first touches it, on this rank or on others. May be called again with more files; those
    /// that were asked for stay. Uniform: count.
    void expect(std::size_t count, FileTable::LateFiles late_files);

    struct CollectiveOutcome {
        Outcome outcome;
        std::int64_t maximum = 0;  // the largest `maximum` any rank gave
        // A rank that returns early may find another one still writing back what it has read from
        // between the bytes of a put. Uniform.
        bool leaves_rewriters = false;
    };

    /// Collective. `requests`: in rising order of their files, which may be others on each rank;
    /// none from a rank with nothing to do, or with an error of its own. One small exchange plans
    /// the call; `maximum` travels with it. Uniform: direction.
    CollectiveOutcome run_collective(Direction direction, std::span<const FileRequest> requests,
                                     std::int64_t maximum);
    /// Carries out a call that has only a request to the first file.
    CollectiveOutcome run_collective(const Request& request, std::int64_t maximum) {
        const FileRequest only{0, &request};
        return run_collective(request.direction, std::span(&only, 1), maximum);
    }

    /// The longest plain run of a collective call.
    static constexpr std::int64_t longest_plain_run = longest_straight_run;
    struct PlainOutcome {
        CollectiveOutcome call;
        std::optional<std::int64_t> bytes;  // there were, where they went straight to the file
    };
    /// Collective. The same for a rank that brings one run of the first file, or none: `request`
    /// makes an ordinary request of it, which is asked for only if the ranks do not go straight to
    /// the file. Others may be in the function above.
    PlainOutcome run_collective(Direction direction, const PlainRun& mine,
                                const std::function<Status(Request&)>& request);

    /// Collective. Every rank's facts, a small struct of numbers, in order of rank. Fails on all
    /// ranks when one has died.
    template <class Facts>
    Result<std::vector<Facts>> share_facts(const Facts& mine) {
        return interconnect_.share_facts(mine);
    }

    /// Collective. Before the ranks write on their own: how they will keep clear of each other.
    void prepare_independent() { interconnect_.prepare_gate(); }

    /// Carries out a call of this rank alone, while other ranks may write elsewhere in the files.
    /// Code::enotsupport for a put to a target if there are other ranks.
    Outcome run_independent(Direction direction, std::span<const FileRequest> requests);
    Outcome run_independent(const Request& request) {
        const FileRequest only{0, &request};
        return run_independent(request.direction, std::span(&only, 1));
    }

    /// The same for one run of the first file, where it may be, without the thought that other
    /// requests take. Says how many bytes there were: a get ends where the file does.
    [[nodiscard]] bool may_run_plain(Direction direction) const;
    Result<std::int64_t> run_plain(CallRecord::Kind kind, const PlainRun& run);

    /// Writes puts of ranks that keep clear of each other to a file, run by run. It does not count
    /// as a call.
    Status fill(const FileRequest& put);

    /// Collective. From now on the report has a time line and, if traced, events. Uniform:
    /// is_traced.
    void record(bool is_traced);

    [[nodiscard]] const Report& report() const { return report_; }

    /// How many ranks move windows of two-phase at a time, as far as this rank knows without asking
    /// the others; 0: it does not know yet.
    [[nodiscard]] int movers() const { return planner_.movers(); }

private:
    [[nodiscard]] int rank_count() const { return interconnect_.comm().size(); }
    void meet(std::span<const FileRequest> requests, std::span<FileSummary> mine,
              const CallRecord& call);
    bool goes_straight(Direction direction);
    FileEntry& choose_straight(CallRecord& call);
    Status keep_order(Direction direction, std::span<const twophase::FilePattern> patterns);
    CollectiveOutcome run_planned(Direction direction, std::span<const FileRequest> requests,
                                  CallRecord& call);
    bool is_unshared_put(Direction direction, const FileRequest& one);

    Options options_;
    Report report_;
    std::unique_ptr<Recorder> recorder_;
    Interconnect interconnect_;
    FileTable files_;
    Meeting meeting_;
    Planner planner_;
    Executor executor_;
};

}  // namespace weft::engine
