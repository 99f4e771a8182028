// SPDX-License-Identifier: BSD-3-Clause
// What the ranks of a communicator have open together, whatever is in it: a file, or several that
// belong together. Rank 0 opens it first and tells the others what it has found out; they agree who
// touches it; an engine moves its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.hpp"
#include "files/open_file.hpp"
#include "files/settings.hpp"
#include "mpi/agreed.hpp"
#include "mpi/comm.hpp"
#include "mpi/io_ranks.hpp"
#include "mpi/together.hpp"
#include "storage/store.hpp"
#include "storage/target_meter.hpp"

namespace weft::files {

/// A collective call of the program. Ranks may make calls of one kind together, although their
/// names differ.
struct CollectiveCall {
    const char* name;
    std::string_view kind = name;
    bool ends_file = false;
};

class SharedFile {
public:
    /// `state`: of the communicator whose ranks share it.
    explicit SharedFile(std::shared_ptr<engine::CommunicatorState> state)
        : state_(std::move(state)), io_ranks_(comm()) {}

    [[nodiscard]] mpi::CommView comm() const { return state_->comm(); }
    [[nodiscard]] const std::shared_ptr<engine::CommunicatorState>& state() const { return state_; }

    /// Collective: runs `work()`, a Status, unless ranks are in different calls, one of them cannot
    /// go on, or has closed the file already.
    template <class Work>
    Status together(const CollectiveCall& call, Work&& work) {
        if (!deserted().ok()) return deserted();
        return mpi::together(comm(), named(call),
                             [&] { return deserted().ok() ? work() : deserted(); });
    }

    // Opening.

    /// What is asked of it, before its first file is opened.
    void configure(const Settings& settings, bool writable);

    /// Collective. When all ranks are `ready`, rank 0 calls `at_root(told)`, a Status, which opens
    /// the files (take()) and fills `told` with what the others have to know beside the facts. Then
    /// all go on at the same time: each of the others calls `at_others(told)`, a Status, which says
    /// where the files are (name()), and those that it may touch are opened; rank 0 calls
    /// `behind_telling(told)`, a Status. One meeting and one reduction, however many files. The
    /// same outcome on all ranks; after a failure some may have files open, and leave().
    template <class AtRoot, class BehindTelling, class AtOthers>
    Status open_together(const Status& ready, AtRoot&& at_root, BehindTelling&& behind_telling,
                         AtOthers&& at_others);

    /// Rank 0: one more file. The first is number 0.
    void take(std::string path, storage::Opened opened);
    /// Another rank: where this one is.
    void name(std::size_t number, std::string path) { files_[number].path = std::move(path); }

    // In use.

    /// By this rank, some of it at least.
    [[nodiscard]] bool is_open() const;
    [[nodiscard]] bool is_writable() const { return writable_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] storage::Store& store() const { return *store_; }
    [[nodiscard]] OpenFile& file(std::size_t number = 0);
    [[nodiscard]] const OpenFile& first_file() const { return files_.at(0); }
    [[nodiscard]] engine::Engine& engine() const { return *engine_; }
    /// Where a file is that is not opened together.
    struct LatePlace {
        std::string path;
        // 0: on the first one's file system. Else on a storage target of its own, and a rank keeps
        // so many bytes for it, to write to several targets at the same time.
        std::int64_t queue_bytes = 0;
        int target = -1;  // the number of that target, if it is to be found out how fast it is
    };
    using LatePlaces = std::function<LatePlace(std::size_t number)>;
    /// When they are open: there are `count` files in all. Those behind the first have its other
    /// writers, and cost nothing until a rank uses them, which then opens them. Again when there
    /// are more; those that are in use stay. Uniform: count, places.
    void expect_late(std::size_t count, LatePlaces places);
    /// This rank's: one of these is gone, and is opened anew when it is used again.
    void forget(std::size_t number);
    [[nodiscard]] bool has_late_files() const { return late_places_ != nullptr; }
    /// How fast each of so many targets has taken what this rank has written to it.
    [[nodiscard]] std::vector<storage::TargetMeter::Reading> speed_of_targets(int count);
    /// This rank has made a file, whose name survives a power failure after the next sync().
    void note_made(const std::string& path);
    /// This rank's: what it has written to any of the files survives a power failure, and so do the
    /// names of those that it has made.
    Status sync();
    /// The ranks that write on behalf of all.
    [[nodiscard]] const mpi::IoRanks& io_ranks() const { return io_ranks_; }

    /// Collective. Where hosts may see different data: what ranks have written is with the file
    /// system before any rank looks anew. The same outcome on all ranks.
    Status show_each_other();

    // The end.

    /// Collective. The same outcome on all ranks, of closing and of what `mine` says. The engine's
    /// report remains.
    Status close(Status mine);
    /// Of this rank alone, where the ranks did not come together. Rank 0 may `remove` the first
    /// file.
    void leave(bool remove) noexcept;
    /// Rank 0, when it is closed: removes the first file, which it has made, unless its name is
    /// another file's by now.
    Status remove_first();

private:
    static constexpr int root = 0;

    /// How all ranks open, beside the facts of each file.
    struct Terms {
        std::int64_t file_count;
        int pretended_nodes;
        bool awaits_striping;                        // the file
        engine::shm::Collectives::Name collectives;  // empty: nothing is offered
    };

    [[nodiscard]] mpi::Call named(const CollectiveCall& call) const;
    [[nodiscard]] Status deserted() const;
    void tell(std::vector<std::byte>& told);
    Terms hear(std::span<const std::byte>& told);
    Status sync_names();
    OpenFile& use_late(std::size_t number);
    std::unique_ptr<storage::File> metered(std::unique_ptr<storage::File> file,
                                           const std::string& path, int target);
    FileFacts find_out(OpenFile& file);
    [[nodiscard]] engine::CostModel cost_of(const OpenFile& file, std::uint64_t device) const;
    void learn(OpenFile& file);
    const mpi::NodeMap& nodes_of(const Terms& terms);
    Status stripe_together(const Terms& terms);
    Status stripe();
    void divide_work(const Terms& terms);
    Status follow(const Terms& terms, const Status& mine);
    Status follow_to(OpenFile& file);
    storage::Prospect prospect_of(const OpenFile& file);
    Status agree(const Terms& terms, const Status& mine);
    void start_engine();

    std::shared_ptr<engine::CommunicatorState> state_;
    mpi::IoRanks io_ranks_;
    std::int64_t number_ = 0;  // among the communicator's shared files (uniform)
    Settings settings_;
    bool writable_ = false;
    std::unique_ptr<storage::Store> store_;
    std::map<int, storage::TargetMeter> meters_;  // of targets that files in use are on
    std::map<std::size_t, OpenFile> files_;       // in use, by number; they stay where they are
    LatePlaces late_places_;
    std::vector<std::string> made_;          // one of each folder with names not yet durable
    std::deque<engine::Pace> target_paces_;  // of targets with one file
    std::unique_ptr<engine::Engine> engine_;
};

template <class AtRoot, class BehindTelling, class AtOthers>
Status SharedFile::open_together(const Status& ready, AtRoot&& at_root,
                                 BehindTelling&& behind_telling, AtOthers&& at_others) {
    std::vector<std::byte> told = state_->take_message();
    // Rank 0 touches no file that another rank cannot name.
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
    } else if (file().awaits_striping) {
        const Status striped = mpi::local([&] { return stripe(); });
        if (!striped.ok()) return striped;
    }
    state_->keep_message(std::move(told));
    start_engine();
    return {};
}

}  // namespace weft::files
