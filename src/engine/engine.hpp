// SPDX-License-Identifier: BSD-3-Clause
// The door of the engine: carries out requests on one file.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/communicator_state.hpp"
#include "engine/methods/methods.hpp"
#include "engine/plan/cost.hpp"
#include "engine/plan/pages_written.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/report.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/window/channel.hpp"
#include "mpi/comm.hpp"
#include "storage/file.hpp"

namespace weft::engine {

class Engine {
public:
    /// `memory`: what the ranks of `comm` may share. `pace`: of the file's file system; its cost is
    /// the same on all ranks, and it outlives the engine. `company`: outlives it, too; null on all
    /// ranks for a file that no other communicator can open.
    Engine(mpi::CommView comm, std::shared_ptr<CommunicatorState> memory, storage::File& file,
           const Options& options, Pace& pace, Company* company)
        : comm_(comm),
          memory_(std::move(memory)),
          pace_(pace),
          company_(company),
          channel_(file, report_, pace, memory_->staging()),
          options_(options) {}
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    struct CollectiveOutcome {
        Outcome outcome;
        std::int64_t maximum = 0;  // the largest `maximum` any rank gave
    };

    /// Collective. A rank with nothing to do, or with an error of its own, brings an empty request.
    /// One small exchange plans the call; `maximum` travels with it.
    CollectiveOutcome run_collective(const Request& request, std::int64_t maximum);

    /// Collective. Every rank's facts, a small struct of numbers, in order of rank. Fails on all
    /// ranks when one has died.
    template <class Facts>
    Result<std::vector<Facts>> share_facts(const Facts& mine) {
        static_assert(sizeof(Facts) <= shm::Ring::message_bytes);
        if (comm_.size() == 1) return std::vector{mine};
        const auto all = share(std::as_bytes(std::span(&mine, 1)));
        if (!all) return shm::rank_died();
        std::vector<Facts> ranks(static_cast<std::size_t>(comm_.size()));
        std::memcpy(ranks.data(), all->data(), all->size());
        return ranks;
    }

    /// Collective. Before the ranks write on their own: how they will keep clear of each other.
    void prepare_independent();

    /// For this rank alone; other ranks may be writing elsewhere in the file.
    Outcome run_independent(const Request& request);

    /// Puts of ranks that keep clear of each other, run by run. Not counted as a call.
    Status fill(const Request& request);

    /// Collective. From now on the report has a time line and, if traced, events. Uniform:
    /// is_traced.
    void record(bool is_traced);

    [[nodiscard]] const Report& report() const { return report_; }

    /// How many ranks move windows of two-phase at a time, as far as this rank knows without asking
    /// the others; 0: it does not know yet.
    [[nodiscard]] int movers() const;

private:
    using Summaries = std::vector<Summary>;
    [[nodiscard]] Summary summarise(const Request& request, std::int64_t maximum,
                                    double arrived) const;
    std::optional<std::vector<std::byte>> share(std::span<const std::byte> mine);
    Result<twophase::Calls::Call> meet(const Request& request, Summary mine);
    twophase::Station& station();
    [[nodiscard]] bool may_share_memory() const;
    [[nodiscard]] bool shares_memory() const;
    bool ring_pays(const Summaries& ranks);
    static bool needs_windows(const Plan& plan);
    static bool needs_ring(const Plan& plan, Direction direction);
    Status prepare_windows(Plan& plan, Direction direction, const Summaries& ranks);
    [[nodiscard]] CostModel cost_of(Direction direction, const Summaries& ranks) const;
    Plan plan_together(Direction direction, const Summaries& ranks);
    Status settle_rewriting(Plan& plan, Solitude& solitude);
    Outcome carry_out(const Request& request, const Plan& plan, twophase::Pattern* pattern,
                      Solitude& solitude);

    mpi::CommView comm_;
    std::shared_ptr<CommunicatorState> memory_;
    Report report_;
    std::unique_ptr<Recorder> recorder_;
    Pace& pace_;
    Company* company_;
    Channel channel_;
    Options options_;
    PagesWritten written_;
    twophase::Calls calls_;      // of ranks that do not share memory
    twophase::Pattern passing_;  // of ranks that do
};

}  // namespace weft::engine
