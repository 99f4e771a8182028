// SPDX-License-Identifier: BSD-3-Clause
// The door of the engine: carries out requests on one space, or on several in one call. A space is
// a file, or what a target keeps (window/target.hpp); where nothing else is said, both are called
// files.
#pragma once

#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/communicator_state.hpp"
#include "engine/methods/methods.hpp"
#include "engine/plan/pace.hpp"
#include "engine/plan/pages_written.hpp"
#include "engine/plan/straight.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/report.hpp"
#include "engine/twophase/calls.hpp"
#include "engine/window/channel.hpp"
#include "mpi/comm.hpp"
#include "storage/file.hpp"

namespace weft::engine {

/// One of the spaces of an engine.
struct EngineFile {
    /// A file. `pace`: of its file system; its cost is the same on all ranks. `other_writers`: null
    /// on all ranks where no other communicator can open the file.
    EngineFile(storage::File& its_bytes, Pace& its_pace, OtherWriters* its_other_writers = nullptr)
        : bytes(&its_bytes), pace(its_pace), other_writers(its_other_writers) {}
    /// What a target keeps, in units of so many bytes. `pace`: of this target alone. The target
    /// itself sees to it that other communicators do no harm. Where there are several ranks, they
    /// put by collective calls alone.
    EngineFile(Target& its_target, std::int64_t its_unit, Pace& its_pace)
        : target(&its_target), unit(its_unit), pace(its_pace) {}

    storage::File* bytes = nullptr;
    Target* target = nullptr;  // of a space without bytes of its own
    std::int64_t unit = 1;
    Pace& pace;
    OtherWriters* other_writers = nullptr;
};

class Engine {
public:
    /// `state`: what the ranks of `comm` may share. All that the files refer to outlives the
    /// engine. Uniform: how many files there are, at least one.
    Engine(mpi::CommView comm, std::shared_ptr<CommunicatorState> state,
           std::span<const EngineFile> files, const Options& options);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// Files behind the first ones, so that there are `count` in all: each is asked for by its
    /// number when a call first touches it, by this rank or by others. Again when there are more;
    /// those that were asked for stay. Uniform: count.
    using LateFiles = std::function<EngineFile(std::size_t number)>;
    void expect(std::size_t count, LateFiles late_files);

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
    /// To the first file.
    CollectiveOutcome run_collective(const Request& request, std::int64_t maximum) {
        const FileRequest only{0, &request};
        return run_collective(request.direction, std::span(&only, 1), maximum);
    }

    /// One run of the first file, of at most longest_plain_run bytes, from `bytes`, or to them, as
    /// they are; a get may go beyond the end of the file.
    static constexpr std::int64_t longest_plain_run = longest_straight_run;
    struct PlainRun {
        std::int64_t offset = 0;
        std::span<std::byte> bytes;
    };
    struct PlainOutcome {
        CollectiveOutcome call;
        std::optional<std::int64_t> bytes;  // there were, where they went straight to the file
    };
    /// Collective. The same for a rank that brings such a run, or none: `request` makes an ordinary
    /// request of it, which is asked for only if the ranks do not go straight to the file. Others
    /// may be in the function above.
    PlainOutcome run_collective(Direction direction, const PlainRun& mine,
                                const std::function<Status(Request&)>& request);

    /// Collective. Every rank's facts, a small struct of numbers, in order of rank. Fails on all
    /// ranks when one has died.
    template <class Facts>
    Result<std::vector<Facts>> share_facts(const Facts& mine) {
        static_assert(sizeof(Facts) <= shm::WindowArena::message_bytes);
        if (comm_.size() == 1) return std::vector{mine};
        const auto all = share(std::as_bytes(std::span(&mine, 1)));
        if (!all) return shm::rank_died();
        std::vector<Facts> ranks(static_cast<std::size_t>(comm_.size()));
        std::memcpy(ranks.data(), all->data(), all->size());
        return ranks;
    }

    /// Collective. Before the ranks write on their own: how they will keep clear of each other.
    void prepare_independent();

    /// For this rank alone; other ranks may be writing elsewhere in the files. Code::enotsupport
    /// for a put to a target where there are other ranks.
    Outcome run_independent(Direction direction, std::span<const FileRequest> requests);
    Outcome run_independent(const Request& request) {
        const FileRequest only{0, &request};
        return run_independent(request.direction, std::span(&only, 1));
    }

    /// The same for one run of the first file, from `bytes`, or to them, as they are: where it may
    /// be, without the thought that other requests take. A put only reads `bytes`. Says how many
    /// there were: a get ends where the file does.
    [[nodiscard]] bool may_run_plain(Direction direction) const;
    Result<std::int64_t> run_plain(CallRecord::Kind kind, std::int64_t offset,
                                   std::span<std::byte> bytes);

    /// Puts of ranks that keep clear of each other, run by run, to a file. Not counted as a call.
    Status fill(const FileRequest& put);

    /// Collective. From now on the report has a time line and, if traced, events. Uniform:
    /// is_traced.
    void record(bool is_traced);

    [[nodiscard]] const Report& report() const { return report_; }

    /// How many ranks move windows of two-phase at a time, as far as this rank knows without asking
    /// the others; 0: it does not know yet.
    [[nodiscard]] int movers() const;

private:
    /// A file, and what is known of it.
    struct OneFile {
        Channel channel;
        Pace& pace;
        OtherWriters* other_writers;
        PagesWritten written = {};
    };
    /// A file that a call touches.
    struct FilePart {
        FilePart(OneFile& touched, const Request& mine, twophase::FilePattern* of_all = nullptr)
            : file(touched), request(mine), pattern(of_all) {}
        [[nodiscard]] const MethodEntry& method() const { return *entry_of(plan.method); }

        OneFile& file;
        const Request& request;                       // this rank's
        twophase::FilePattern* pattern;               // null: of this rank alone
        const std::vector<Summary>* ranks = nullptr;  // of all, where they share memory
        Plan plan = {};
        RewriteLease lease = RewriteLease(file.other_writers, file.channel);
    };
    using FileParts = std::deque<FilePart>;

    OneFile& file(std::size_t number);
    [[nodiscard]] std::unique_ptr<OneFile> with_channel(const EngineFile& file);
    std::vector<FileSummary> summarise(std::span<const FileRequest> requests, std::int64_t maximum,
                                       double arrived);
    Summary summarise(const FileRequest& request, std::int64_t maximum, double arrived);
    std::optional<std::vector<std::byte>> share(std::span<const std::byte> mine);
    [[nodiscard]] bool keeps_patterns() const { return comm_.size() > 1 && !shares_memory(); }
    void meet(std::span<const FileRequest> requests, std::span<FileSummary> mine,
              const CallRecord& call);
    bool goes_straight(Direction direction);
    Outcome go_straight(const Request& request, CallRecord& call);
    Result<std::int64_t> go_straight(Direction direction, const PlainRun& mine, CallRecord& call);
    void note_straight(Direction direction, CallRecord& call);
    CollectiveOutcome run_planned(Direction direction, std::span<const FileRequest> requests,
                                  CallRecord& call);
    bool is_unshared_put(Direction direction, const FileRequest& one);
    Status write_plain(OneFile& file, const PlainRun& mine, Neighbours neighbours);
    twophase::NodeExchange& node_exchange();
    [[nodiscard]] bool may_share_memory() const;
    [[nodiscard]] bool shares_memory() const;
    bool arena_pays(const FileParts& parts);
    Transport choose_transport(const FileParts& parts, Direction direction);
    bool reserve_arena(std::int64_t window_bytes);
    void prepare_windows(FileParts& parts, Direction direction);
    [[nodiscard]] CostModel cost_of(Direction direction, const FilePart& part) const;
    void learn_crossing(FileParts& parts, Direction direction, const Transport& transport);
    [[nodiscard]] Plan plan_of(Direction direction, const FilePart& part,
                               Transport transport) const;
    void plan_together(FileParts& parts, Direction direction);
    Status settle_rewriting(FileParts& parts);
    void read_ahead(FileParts& parts);
    static void note_plans(const FileParts& parts, Direction direction, CallRecord& call);
    /// Of ranks that write on their own; null where they keep clear of each other by locks alone.
    [[nodiscard]] shm::RewriteGate* gate() const;
    [[nodiscard]] MethodContext context_of(FilePart& part);
    [[nodiscard]] FileCall file_call_of(FilePart& part);
    static bool may_leave_rewriters(const FilePart& part, Direction direction);
    Outcome carry_out(FileParts& parts);
    Outcome carry_out_by_itself(FilePart& part);
    Outcome carry_out_apart(FileParts& parts);
    Outcome carry_out_together(FileParts& parts, const MethodEntry& method);

    mpi::CommView comm_;
    std::shared_ptr<CommunicatorState> state_;
    Report report_;
    std::unique_ptr<Recorder> recorder_;
    std::vector<std::unique_ptr<OneFile>> files_;  // null: not asked for yet
    LateFiles late_files_;
    Options options_;
    twophase::Calls calls_;               // of ranks that do not share memory
    twophase::CallPattern passing_;       // of ranks that do,
    std::vector<RanksOfFile> all_ranks_;  // in order of its files
    twophase::Calls::Call all_;           // what all ranks bring to the call under way
};

}  // namespace weft::engine
