// SPDX-License-Identifier: BSD-3-Clause
// A file, or several that belong together, that the ranks of a communicator have open, in whatever
// format. Rank 0 opens the files first and sends the others what it has found out; the ranks agree
// which of them touch the files; an engine moves the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "files/open_file.hpp"
#include "files/settings.hpp"
#include "files/shared_stage.hpp"
#include "mpi/agreed.hpp"
#include "mpi/comm.hpp"
#include "mpi/io_ranks.hpp"
#include "mpi/together.hpp"
#include "report/file_report.hpp"
#include "storage/store.hpp"
#include "storage/target_meter.hpp"

namespace weft::files {

/// A collective call of the program. Ranks may make calls of the same kind together, although the
/// names differ.
struct CollectiveCall {
    const char* name;
    std::string_view kind = name;
    bool ends_file = false;
};

class SharedFile {
public:
    /// `state`: of the communicator whose ranks share the file.
    explicit SharedFile(std::shared_ptr<engine::CommunicatorState> state)
        : state_(std::move(state)), io_ranks_(comm()), stage_(comm()) {}

    [[nodiscard]] mpi::CommView comm() const { return state_->comm(); }
    [[nodiscard]] const std::shared_ptr<engine::CommunicatorState>& state() const { return state_; }

    /// Collective: runs `work()`, which returns a Status. Fails if ranks are in different calls, or
    /// one cannot go on or has closed the file.
    template <class Work>
    Status together(const CollectiveCall& call, Work&& work) {
        if (!closed_elsewhere().ok()) return closed_elsewhere();
        return mpi::together(comm(), named(call),
                             [&] { return closed_elsewhere().ok() ? work() : closed_elsewhere(); });
    }

    // Functions for opening.

    /// Sets the hints and the mode, before the first file is opened.
    void configure(const Settings& settings, bool writable);

    /// Collective. When all ranks are `ready`, rank 0 calls `at_root(told)`, which opens the files
    /// (take()) and fills `told` with a message for the others, to which the facts are added. Then
    /// all continue at the same time: the other ranks call `at_others(told)`, which names the files
    /// (name()), and open those that they may touch; rank 0 calls `behind_telling(told)`. All three
    /// functions return a Status. One meeting and one reduction, however many files. The same
    /// outcome on all ranks; after a failure some may have files open, and must leave().
    template <class AtRoot, class BehindTelling, class AtOthers>
    Status open_together(const Status& ready, AtRoot&& at_root, BehindTelling&& behind_telling,
                         AtOthers&& at_others);

    /// Called on rank 0: adds a file. The first is number 0.
    void take(std::string path, storage::Opened opened);
    /// Called on other ranks: sets the path of a file.
    void name(std::size_t number, std::string path) { files_[number].path = std::move(path); }

    // The following functions are for use after opening.

    /// Whether this rank has at least one of the files open.
    [[nodiscard]] bool is_open() const;
    [[nodiscard]] bool is_writable() const { return writable_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] storage::Store& store() const { return *store_; }
    [[nodiscard]] OpenFile& file(std::size_t number = 0);
    [[nodiscard]] const OpenFile& first_file() const { return files_.at(0); }
    [[nodiscard]] engine::Engine& engine() const { return *engine_; }
    /// The place of a file that is opened at its first use.
    struct LatePlace {
        std::string path = {};
        // 0 for a file on the file system of the first file. Otherwise the file is on a storage
        // target of its own, and a rank queues so many bytes for it, to write to several targets at
        // the same time.
        std::int64_t queue_bytes = 0;
        int target = -1;  // the number of the target, if its rate is to be measured
        // Instead of a file, a target that keeps a space in units of so many bytes
        // (window/target.hpp).
        engine::Target* values = nullptr;
        std::int64_t unit = 1;
        // Collective: completes what earlier puts to the target have begun. Null if none leaves
        // anything.
        std::function<Status()> store_all = {};
    };
    using LatePlaces = std::function<LatePlace(std::size_t number)>;
    /// Called after opening: there are so many files in total, and spaces of targets behind them.
    /// The later files share the locks of the first against other writers, and a rank opens one
    /// when it first uses it. May be called again with more files; those in use stay. If the first
    /// file is staged, this is collective, and they are staged with it. Uniform: counts, places.
    void expect_late(std::size_t file_count, std::size_t space_count, LatePlaces places);
    /// Called on this rank when one of these files is removed; it is reopened when it is used
    /// again.
    void forget(std::size_t number);
    [[nodiscard]] bool has_late_files() const { return late_places_ != nullptr; }
    /// The rate at which each of so many targets has stored what this rank has written.
    [[nodiscard]] std::vector<storage::TargetMeter::Reading> speed_of_targets(int count);
    /// This rank has made a file; the next sync() makes its name survive a power failure.
    void note_made(const std::string& path);
    /// Makes what this rank has written, and the names of the files that it has made, survive a
    /// power failure.
    Status sync();

    /// Of the files: which of them are staged, and what follows from that.
    [[nodiscard]] SharedStage& stage() { return stage_; }
    [[nodiscard]] const SharedStage& stage() const { return stage_; }

    /// The ranks that write on behalf of all.
    [[nodiscard]] const mpi::IoRanks& io_ranks() const { return io_ranks_; }

    /// Collective. If hosts may see different data: syncs what ranks have written, then renews what
    /// they have cached. The same outcome on all ranks.
    Status show_each_other();

    /// Called by this rank, of files that it reads: drops what its host has cached of them, if
    /// hosts may see different data.
    Status renew();

    // The end.

    /// Collective. Returns the same outcome on all ranks: of closing, and of `mine`. The engine's
    /// report remains.
    Status close(Status mine);
    /// Closes the files on this rank alone, if the ranks did not meet. Rank 0 may `remove` the
    /// first file.
    void leave(bool remove) noexcept;
    /// Called on rank 0, after close(): removes the first file, which it has made, unless another
    /// file has its name by now.
    Status remove_first();

private:
    static constexpr int root = 0;

    /// The facts that all ranks need for opening, besides those of each file.
    struct Terms {
        std::int64_t file_count;
        int pretended_nodes;
        bool awaits_striping;                        // a new file awaits its stripes
        bool stages;                                 // files are staged
        engine::shm::Collectives::Name collectives;  // empty: no shared memory is offered
    };

    [[nodiscard]] mpi::Call named(const CollectiveCall& call) const;
    [[nodiscard]] Status closed_elsewhere() const;
    void tell(std::vector<std::byte>& told);
    Terms hear(std::span<const std::byte>& told);
    Status sync_names();
    OpenFile& use_late(std::size_t number);
    engine::EngineFile late_space(std::size_t number);
    std::unique_ptr<storage::File> metered(std::unique_ptr<storage::File> file,
                                           const std::string& path, int target);
    FileFacts find_out(OpenFile& file);
    [[nodiscard]] engine::CostModel cost_of(const OpenFile& file, std::uint64_t device) const;
    [[nodiscard]] engine::CostModel cost_of_stage(std::uint64_t device) const;
    Status begin_stage(const mpi::NodeMap& nodes);
    void learn(OpenFile& file);
    const mpi::NodeMap& nodes_of(const Terms& terms);
    Status stripe_together(const Terms& terms);
    Status stripe();
    void divide_work(const Terms& terms);
    Status follow(const Terms& terms, const Status& mine);
    Status follow_to(std::size_t number, OpenFile& file);
    storage::Prospect prospect_of(const OpenFile& file);
    Status agree(const Terms& terms, const Status& mine);
    void start_engine();

    std::shared_ptr<engine::CommunicatorState> state_;
    mpi::IoRanks io_ranks_;
    std::int64_t number_ = 0;  // among the communicator's shared files (uniform)
    Settings settings_;
    bool writable_ = false;
    std::unique_ptr<storage::Store> store_;
    SharedStage stage_;
    std::map<int, storage::TargetMeter> meters_;  // of the targets of files in use
    std::map<std::size_t, OpenFile> files_;       // in use, by number; their addresses stay valid
    LatePlaces late_places_;
    std::vector<std::string> made_;  // a file of each folder with names that are not yet durable
    std::deque<engine::Pace> target_paces_;  // of targets with one file
    std::unique_ptr<engine::Engine> engine_;
};

template <class AtRoot, class BehindTelling, class AtOthers>
Status SharedFile::open_together(const Status& ready, AtRoot&& at_root,
                                 BehindTelling&& behind_telling, AtOthers&& at_others) {
    std::vector<std::byte> told = state_->take_message();
    // Rank 0 touches no file unless all ranks are ready.
    const mpi::Agreed first = mpi::lead(comm(), ready, told, root, [&] {
        return mpi::local([&] {
            const Status opened = at_root(told);
            if (opened.ok()) tell(told);
            return opened;
        });
    });
    if (!first.ok()) return first.status();
    if (comm().size() > 1) {
        const bool is_root = comm().rank() == root;
        std::span<const std::byte> rest = told;
        const Terms terms = hear(rest);
        Status mine = mpi::local([&] { return is_root ? behind_telling(rest) : at_others(rest); });
        mine.keep_first(stripe_together(terms));
        divide_work(terms);
        if (!is_root) mine = mpi::local([&] { return follow(terms, mine); });
        const Status agreed = agree(terms, mine);
        if (!agreed.ok()) return agreed;
        stage_.want(terms.stages && !settings_.engine.one_host);
        const Status staged = stage_.is_wanted() ? begin_stage(nodes_of(terms)) : Status();
        if (!staged.ok()) return staged;
    } else {
        Status alone = file().awaits_striping ? mpi::local([&] { return stripe(); }) : Status();
        if (alone.ok() && stage_.is_wanted()) alone = begin_stage(mpi::nodes_in_blocks(1, 1, 0));
        if (!alone.ok()) return alone;
    }
    state_->keep_message(std::move(told));
    start_engine();
    return {};
}

}  // namespace weft::files
