// SPDX-License-Identifier: BSD-3-Clause
// The stage of a file that ranks have open together, and of the files that belong to it: a log on
// each node with the thread that drains it, and the manifest that says where the logs are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "mpi/comm.hpp"
#include "mpi/node_map.hpp"
#include "stage/drain_thread.hpp"
#include "stage/log.hpp"
#include "stage/log_file.hpp"
#include "stage/manifest.hpp"
#include "stage/recovery.hpp"
#include "stage/staged_file.hpp"
#include "stage/wish.hpp"
#include "storage/store.hpp"

namespace weft::files {

class FileStage {
public:
    /// `store` outlives it. `drains_store`: the same files, for the threads that drain.
    FileStage(mpi::CommView comm, storage::Store& store,
              std::unique_ptr<storage::Store> drains_store, std::string path, stage::StageWish wish)
        : comm_(comm),
          store_(store),
          drains_store_(std::move(drains_store)),
          path_(std::move(path)),
          wish_(std::move(wish)) {}

    /// Collective. The lowest rank of each node makes a log, rank 0 the manifest, and the file of
    /// every rank goes into the log of its node. After a failure nothing is left, on all ranks.
    Status begin(const mpi::NodeMap& nodes, stage::StagedFile& mine);

    /// Collective, agreed: each node gets a log for values that only the format of the file can
    /// store.
    Status keep_values(const mpi::NodeMap& nodes);
    /// This rank's; null without keep_values().
    [[nodiscard]] stage::Log* values() const { return values_.get(); }
    /// Called on every rank, when the files have survived what may come: a power failure brings
    /// back no values that were released before.
    Status sync_values();

    using PathOf = std::function<std::string(std::size_t number)>;
    /// Collective, agreed. So many files belong to the first: number 1 and on. A repeated call adds
    /// those that are new; after a failure it adds no more. Uniform: part_count, path_of.
    Status add(std::size_t part_count, const PathOf& path_of);
    /// Called on all ranks, when the logs are empty and files are about to be removed: their drains
    /// open them anew.
    void forget_files();
    /// The number of files so far (uniform).
    [[nodiscard]] std::size_t count() const { return 1 + part_count_; }
    /// Called on this rank: the file of that number goes into the log of its node.
    void take(stage::StagedFile& file, std::size_t number) const {
        file.stage_in(log_, static_cast<std::uint32_t>(number), wish_.detaches);
    }

    /// Collective, when all ranks have closed their files: ends the drains. If all logs are empty,
    /// they are removed, and the manifest; else they stay for "weft drain". The same outcome on all
    /// ranks: the files of the drains could not be closed.
    Status end();

    /// Called by this rank alone, if the ranks did not meet: ends the drain, and leaves everything
    /// as it is for "weft drain".
    void leave() noexcept;

    /// Whether this rank has, or had, the drain of its node.
    [[nodiscard]] bool has_drain() const { return !log_path_.empty(); }
    /// The work that this rank's drain has done; none on ranks without a drain.
    [[nodiscard]] stage::DrainThread::Work work() const;

private:
    static constexpr int root = 0;
    static constexpr std::uint32_t drain_member = 0;

    // Each node has two numbers, for the names of its logs.
    static int number_of_log(const mpi::NodeMap& nodes) { return nodes.here().node; }
    static int number_of_values(const mpi::NodeMap& nodes) {
        return nodes.count() + nodes.here().node;
    }
    [[nodiscard]] Result<std::unique_ptr<stage::LogFile>> new_log(const mpi::NodeMap& nodes,
                                                                  int number, std::string& path);
    Status make_log(const mpi::NodeMap& nodes);
    Status join(const mpi::NodeMap& nodes, int number, std::shared_ptr<stage::Log>& log);
    Status join_log(const mpi::NodeMap& nodes);
    Status write_first_manifest(std::span<const std::vector<std::byte>> messages,
                                stage::StagedFile& mine);
    Status name_logs(std::span<const std::vector<std::byte>> messages);
    Status write_manifest();
    Status name_parts(std::span<const std::string> paths);
    void undo();

    mpi::CommView comm_;
    storage::Store& store_;
    const std::unique_ptr<storage::Store> drains_store_;
    const std::string path_;
    const stage::StageWish wish_;
    stage::Manifest manifest_;                   // rank 0
    std::size_t part_count_ = 0;                 // files behind the first
    std::shared_ptr<stage::Log> log_;            // of this rank's node
    std::string log_path_;                       // that this rank has made
    std::shared_ptr<stage::Log> values_;         // of this rank's node, for values
    std::string values_path_;                    // of the log for values that this rank has made
    std::shared_ptr<stage::DrainThread> drain_;  // on the lowest rank of each node
    bool has_refused_ = false;                   // files could not be added (uniform)
    stage::DrainThread::Work work_;
};

/// The state of the stage of a file that rank 0 is about to open.
enum class StageLeft {
    nothing,  // no logs, or what was in them is now in the file
    in_use,   // a job that lives stages the file
    values    // but for values that only its format can store: they are beside the file
};

/// Called on rank 0, before it opens a file: moves bytes that a dead job has left in logs into the
/// file. `note`: a sentence about that. If that is impossible here, Code::efile with advice.
Result<StageLeft> take_up_stage(storage::Store& store, const std::string& path, std::string& note);

/// Called after the file was made or removed, and not before: drops what a dead job has left for
/// the old file.
Result<StageLeft> drop_stage(storage::Store& store, const std::string& path,
                             const std::optional<stage::StageFound>& found);

/// Removes a file by `remove`, and then what a dead job has left for it; of a link, only the link.
Status remove_with_stage(storage::Store& store, const std::string& path,
                         const std::function<Status()>& remove);

}  // namespace weft::files
