// SPDX-License-Identifier: BSD-3-Clause
// Staging, as a file sees it that ranks share: bytes that an older program has left in a stage,
// which of the files are staged, and the order of puts where they are staged on several nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "engine/window/put_order.hpp"
#include "files/file_stage.hpp"
#include "files/settings.hpp"
#include "files/stage_order.hpp"
#include "mpi/comm.hpp"
#include "mpi/node_map.hpp"
#include "report/file_report.hpp"
#include "stage/copied_values.hpp"
#include "stage/staged_file.hpp"
#include "storage/background_work.hpp"
#include "storage/store.hpp"

namespace weft::files {

class SharedStage {
public:
    explicit SharedStage(mpi::CommView comm) : comm_(comm) {}

    /// Before the first file is opened. `store` outlives this.
    void configure(const Settings& settings, bool writable, storage::Store& store);

    // Functions for opening.

    /// Whether files will be staged, unless that turns out to be impossible.
    [[nodiscard]] bool is_wanted() const { return is_wanted_; }
    /// What rank 0 has found, or what follows from it, on all ranks.
    void want(bool wanted) { is_wanted_ = wanted; }
    /// Called on rank 0: opens a file that is to be the first, by Store::open(). Bytes that a
    /// program which has ended left in a stage are moved into it before. If another program stages
    /// the file, this one does not. Fails while there are values that only the file's format can
    /// store; then awaits_values().
    Result<storage::Opened> open_first(const std::string& path, const storage::Intent& intent);
    [[nodiscard]] bool awaits_values() const { return awaits_values_; }
    /// This program is about to store these, which outlive this.
    void bring_copied(const stage::CopiedValues& values) { copied_ = &values; }
    /// For the format: those that it must store now; null: none.
    [[nodiscard]] const stage::CopiedValues* take_copied() {
        return std::exchange(copied_, nullptr);
    }
    [[nodiscard]] bool has_copied() const { return copied_ != nullptr; }
    /// Called on rank 0, before it makes the first file: looks for what was left for an older one.
    Status find_older(const std::string& path);
    /// Called when it has made it: drops that. A failure is a note: the new file is there.
    void drop_older(const std::string& path);
    /// The file of that number as it is to be used, so that it can be staged when all ranks have
    /// it.
    std::unique_ptr<storage::File> stageable(std::size_t number,
                                             std::unique_ptr<storage::File> file);
    /// Collective. Stages the first file. `drains_store`: the same files, for the threads that
    /// drain. After a failure no file is staged, on all ranks.
    Status begin(const mpi::NodeMap& nodes, const std::string& path,
                 std::unique_ptr<storage::Store> drains_store);

    // The following functions are for use after opening.

    /// Whether the first file is staged. Uniform.
    [[nodiscard]] bool is_on() const { return stage_ != nullptr; }
    /// Whether closing leaves bytes in the stage. Uniform.
    [[nodiscard]] bool detaches() const { return is_on() && wish_.detaches; }
    /// Notes of rank 0: bytes that were left, and why the hint was not followed.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

    /// Collective if the first file is staged. So many files belong to it: number 1 and on. Those
    /// that cannot be staged are written as without a stage. Uniform: part_count, path_of.
    void expect(std::size_t part_count, const FileStage::PathOf& path_of);
    /// Whether the file of that number is staged, when this rank uses it. Uniform.
    [[nodiscard]] bool has(std::size_t number) const { return is_on() && number < stage_->count(); }
    /// Called on this rank: the file, which is staged.
    std::unique_ptr<storage::File> staged(std::size_t number, std::unique_ptr<storage::File> file);
    /// Called on this rank, which has closed the file.
    void forget(std::size_t number) { files_.erase(number); }
    /// Collective. Called before some of the files are removed: nothing is left in the stage for
    /// them, and nobody holds them open there.
    void forget_files();

    /// Collective if the first file is staged, for a format that keeps values in memory: from now
    /// on there is values(), if that is possible.
    void keep_values();
    /// The log of this node for them; null: there is none, on all ranks.
    [[nodiscard]] stage::Log* values() const { return is_on() ? stage_->values() : nullptr; }

    /// Called on every rank after the files have been synced: what is in them, and was released
    /// from that log, does not come back after a power failure.
    Status sync_values() { return is_on() ? stage_->sync_values() : Status(); }

    /// The order of collective puts to a file; null: any will do.
    [[nodiscard]] engine::PutOrder* order_of(std::size_t number);
    /// That of puts to the space of a variable with chunks of so many bytes.
    [[nodiscard]] engine::PutOrder* order_of_chunks(std::int64_t unit,
                                                    ChunkOrder::StoreAll store_all);

    /// The thread of this rank that compresses what was put while the program goes on. Null, on all
    /// ranks, if nothing is staged.
    [[nodiscard]] const std::shared_ptr<storage::BackgroundWork>& thread();
    /// This rank's share of the memory that is to stage; 0 if the stage is a folder.
    [[nodiscard]] std::int64_t ranks_bytes() const { return ranks_bytes_; }

    /// Waits until the files have what this rank's node has staged. Reports what could not be
    /// moved; a later call tries again.
    Status drain();
    /// Collective. Before ranks read or state what others have written, other than by the engine:
    /// where files are staged on several nodes, waits until they have everything. The same outcome
    /// on all ranks.
    Status settle();
    /// Collective. Before and after writes of which the ranks do not tell each other: where files
    /// are staged on several nodes, these go straight to them, behind all that is in the logs
    /// (stage/put_ranges.hpp). Uniform: passes. The same outcome on all ranks.
    Status pass(bool passes);
    /// Uniform. The same, for as long as the files are open.
    void always_pass_on_several_nodes() { always_passes_ = true; }

    // The end.

    /// Collective, when all ranks have closed the files. The same outcome on all ranks.
    Status end();
    /// Called by this rank alone, if the ranks did not meet.
    void leave() noexcept;
    /// Collective, also after end(). What all ranks have staged.
    [[nodiscard]] report::StageUse use() const;

private:
    struct Member {
        stage::StagedFile* file = nullptr;       // of this rank
        std::unique_ptr<StageOrder> order = {};  // on several nodes
    };

    Status take_up(const std::string& path);
    void want_not(std::string why);
    void order_puts(Member& member) const;

    mpi::CommView comm_;
    storage::Store* store_ = nullptr;
    stage::StageWish wish_;
    bool is_wanted_ = false;
    bool has_several_nodes_ = false;
    bool always_passes_ = false;
    bool is_passing_ = false;
    bool awaits_values_ = false;
    std::vector<std::string> notes_;
    std::optional<stage::StageFound> older_;
    std::unique_ptr<FileStage> stage_;  // null: nothing is staged
    const stage::CopiedValues* copied_ = nullptr;
    std::optional<mpi::NodeMap> nodes_;    // of the ranks that stage
    std::map<std::size_t, Member> files_;  // in use, by number
    std::deque<ChunkOrder> chunk_orders_;  // of the spaces in use
    std::shared_ptr<storage::BackgroundWork> thread_;
    std::int64_t ranks_bytes_ = 0;
    StagedChunks chunks_;
    stage::StageCounts counts_;  // of this rank, at the end
};

}  // namespace weft::files
