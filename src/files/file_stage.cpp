// SPDX-License-Identifier: BSD-3-Clause
#include "files/file_stage.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "base/host_name.hpp"
#include "engine/window/other_writers.hpp"
#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "stage/log_file.hpp"
#include "stage/recovery.hpp"
#include "storage/birth_time.hpp"
#include "storage/links.hpp"
#include "storage/path_prefix.hpp"
#include "storage/posix_store.hpp"
#include "storage/system_calls.hpp"
#include "storage/this_host.hpp"

namespace weft::files {
namespace {

std::uint64_t random_id() {
    std::uint64_t id = 0;
    if (getentropy(&id, sizeof id) != 0)
        id = storage::this_host() ^ static_cast<std::uint64_t>(getpid());
    return id;
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// The log of a node, in a message to rank 0: one that is alone in a manifest.
std::string message_of(const stage::LogFile& log, stage::LogUse use) {
    return stage::encode({.id = 0,
                          .file = 0,
                          .logs = {{.host = storage::this_host(),
                                    .ring_bytes = log.size().ring_bytes,
                                    .host_name = host_name(),
                                    .path = log.path(),
                                    .use = use}}});
}

}  // namespace

Status FileStage::begin(const mpi::NodeMap& nodes, stage::StagedFile& mine) {
    manifest_.id = comm_.rank() == root ? random_id() : 0;
    if (comm_.size() > 1)
        comm_.broadcast(std::as_writable_bytes(std::span(&manifest_.id, 1)), root);
    const bool drains = nodes.here().place == 0;
    const Status made = drains ? mpi::local([&] { return make_log(nodes); }) : Status();
    Status all = comm_.size() > 1 ? mpi::agree(comm_, made).status() : made;
    std::string message;
    if (drain_ != nullptr) message = message_of(drain_->log().file(), stage::LogUse::bytes);
    const auto messages = comm_.gather(bytes_of(message), root);
    if (all.ok()) {
        Status written;
        if (comm_.rank() == root)
            written = mpi::local([&] { return write_first_manifest(messages, mine); });
        all = comm_.size() > 1 ? mpi::agree_at(comm_, written, root).status() : written;
    }
    if (all.ok()) {
        Status joined = mpi::local([&] { return join_log(nodes); });
        if (joined.ok() && drain_ != nullptr) joined = drain_->start();
        all = comm_.size() > 1 ? mpi::agree(comm_, joined).status() : joined;
    }
    if (all.ok())
        take(mine, 0);
    else
        undo();
    return all;
}

/// `path`: set if it was made.
Result<std::unique_ptr<stage::LogFile>> FileStage::new_log(const mpi::NodeMap& nodes, int number,
                                                           std::string& path) {
    std::string its_path = stage::log_path(wish_, manifest_.id, number);
    const auto size = stage::LogSize::of(wish_.ring_bytes, nodes.size(nodes.here().node));
    auto log = stage::LogFile::create(its_path, manifest_.id, size, stage::medium_of(wish_),
                                      storage::kernel_calls());
    if (!log.ok()) return Status(log.code(), "weft_stage: " + log.status().context());
    path = std::move(its_path);
    return log;
}

Status FileStage::make_log(const mpi::NodeMap& nodes) {
    auto log = new_log(nodes, number_of_log(nodes), log_path_);
    if (!log.ok()) return log.status();
    auto joined = stage::Log::join(std::move(log).value(), drain_member);
    if (!joined.ok()) return joined.status();
    auto files = std::make_unique<stage::DrainedFiles>(*drains_store_, path_);
    if (Status opened = files->file(0).status(); !opened.ok()) return opened;
    drain_ = std::make_shared<stage::DrainThread>(std::move(joined).value(), std::move(files));
    return {};
}

/// Puts keep values only when the manifest names the logs.
Status FileStage::keep_values(const mpi::NodeMap& nodes) {
    const bool is_shared = comm_.size() > 1;
    std::string message;
    Status all = mpi::local([&] {
        if (drain_ == nullptr) return Status();
        const auto log = new_log(nodes, number_of_values(nodes), values_path_);
        if (log.ok()) message = message_of(*log.value(), stage::LogUse::values);
        return log.status();
    });
    if (is_shared) all = mpi::agree(comm_, all).status();
    if (all.ok()) all = mpi::local([&] { return join(nodes, number_of_values(nodes), values_); });
    if (is_shared) all = mpi::agree(comm_, all).status();
    const auto messages = comm_.gather(bytes_of(message), root);
    const std::size_t before = manifest_.logs.size();
    if (all.ok() && comm_.rank() == root)
        all = mpi::local([&] {
            const Status named = name_logs(messages);
            return named.ok() ? write_manifest() : named;
        });
    if (is_shared) all = mpi::agree_at(comm_, all, root).status();
    if (all.ok()) return all;
    if (manifest_.logs.size() > before) {
        manifest_.logs.resize(before);
        static_cast<void>(mpi::local([&] { return write_manifest(); }));
    }
    values_.reset();
    if (!values_path_.empty())
        static_cast<void>(mpi::local(
            [&] { return stage::LogFile::discard(values_path_, storage::kernel_calls()); }));
    return all;
}

Status FileStage::sync_values() {
    return has_drain() && values_ != nullptr ? values_->file().sync_pages() : Status();
}

/// A rank puts to new files only when all know that the manifest names them, so no record is of a
/// file that it does not name.
Status FileStage::add(std::size_t part_count, const PathOf& path_of) {
    if (part_count <= part_count_ || has_refused_) return {};
    Status added = mpi::local([&] {
        std::vector<std::string> paths;
        for (std::size_t number = part_count_ + 1; number <= part_count; ++number)
            paths.push_back(path_of(number));
        if (drain_ != nullptr) drain_->add(paths);
        return comm_.rank() == root ? name_parts(paths) : Status();
    });
    if (comm_.size() > 1) added = mpi::agree(comm_, added).status();
    has_refused_ = !added.ok();
    if (added.ok()) part_count_ = part_count;
    return added;
}

/// Called on rank 0. After a failure the manifest names what it named before.
Status FileStage::name_parts(std::span<const std::string> paths) {
    const std::size_t before = manifest_.parts.size();
    Status named = mpi::local([&] {
        for (const std::string& path : paths) {
            manifest_.parts.push_back(stage::name_of_part(path_, path));
            if (!stage::may_be_part(path_, manifest_.parts.back()))
                return Status(Code::ebadname, "the name of a part is not permitted");
        }
        return write_manifest();
    });
    if (!named.ok()) manifest_.parts.resize(before);
    return named;
}

Status FileStage::join(const mpi::NodeMap& nodes, int number, std::shared_ptr<stage::Log>& log) {
    auto opened = stage::LogFile::open(stage::log_path(wish_, manifest_.id, number), manifest_.id,
                                       storage::kernel_calls());
    if (!opened.ok()) return {opened.code(), "weft_stage: " + opened.status().context()};
    auto joined = stage::Log::join(std::move(opened).value(),
                                   static_cast<std::uint32_t>(nodes.here().place + 1));
    if (joined.ok()) log = std::move(joined).value();
    return joined.status();
}

Status FileStage::join_log(const mpi::NodeMap& nodes) {
    if (Status joined = join(nodes, number_of_log(nodes), log_); !joined.ok()) return joined;
    if (drain_ != nullptr) {
        log_->help_by([drain = std::weak_ptr(drain_)] {
            const auto there = drain.lock();
            return there != nullptr && there->help();
        });
    }
    return {};
}

/// `messages`: of all ranks, empty ones of those that have made no log.
Status FileStage::name_logs(std::span<const std::vector<std::byte>> messages) {
    for (const std::vector<std::byte>& bytes : messages) {
        if (bytes.empty()) continue;
        const auto place =
            stage::decode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        if (!place.ok()) return place.status();
        manifest_.logs.push_back(place.value().logs.front());
    }
    return {};
}

Status FileStage::write_first_manifest(std::span<const std::vector<std::byte>> messages,
                                       stage::StagedFile& mine) {
    if (Status named = name_logs(messages); !named.ok()) return named;
    const Result<std::uint64_t> identity = mine.identity();
    if (!identity.ok()) return identity.status();
    manifest_.file = identity.value();
    manifest_.born = storage::birth_time(path_);
    return write_manifest();
}

Status FileStage::write_manifest() {
    return stage::write_manifest(store_, path_, manifest_);
}

/// Collective. No log has a record yet.
void FileStage::undo() {
    log_.reset();
    if (drain_ != nullptr) static_cast<void>(drain_->stop());
    drain_.reset();
    if (has_drain())
        static_cast<void>(mpi::local(
            [&] { return stage::LogFile::discard(log_path_, storage::kernel_calls()); }));
    if (comm_.rank() == root)
        static_cast<void>(
            mpi::local([&] { return stage::remove_manifest(store_, path_, manifest_.id); }));
}

/// Logs are removed while the manifest says that they may be, so that one that is missing tells
/// nothing, and before the manifest is, so that none is forgotten.
Status FileStage::end() {
    const bool is_shared = comm_.size() > 1;
    log_.reset();
    Status mine;
    bool is_empty = true;
    if (drain_ != nullptr) {
        mine = mpi::local([&] { return drain_->stop(); });
        work_ = drain_->work();
        is_empty = drain_->log().is_empty() && (values_ == nullptr || values_->is_empty());
    }
    Status all = is_shared ? mpi::agree(comm_, mine, is_empty).status() : mine;
    if (is_empty) {
        Status told;
        for (stage::LogPlace& log : manifest_.logs) log.use = stage::LogUse::drained;
        if (comm_.rank() == root) told = mpi::local([&] { return write_manifest(); });
        if (is_shared) told = mpi::agree_at(comm_, told, root).status();
        Status removed = told;
        if (told.ok() && drain_ != nullptr)
            removed = mpi::local([&] {
                if (values_ == nullptr) return drain_->log().file().remove();
                const Status first = values_->file().remove();
                return first.ok() ? drain_->log().file().remove() : first;
            });
        if (is_shared) removed = mpi::agree(comm_, removed).status();
        if (removed.ok() && comm_.rank() == root)
            removed =
                mpi::local([&] { return stage::remove_manifest(store_, path_, manifest_.id); });
        // The file has everything: what is left over harms nobody.
    }
    values_.reset();
    drain_.reset();
    return all;
}

void FileStage::forget_files() {
    if (drain_ != nullptr) drain_->close_files();
}

void FileStage::leave() noexcept {
    log_.reset();
    values_.reset();
    if (drain_ == nullptr) return;
    static_cast<void>(mpi::local([&] { return drain_->stop(); }));
    drain_.reset();
}

stage::DrainThread::Work FileStage::work() const {
    return drain_ != nullptr ? drain_->work() : work_;
}

Result<StageLeft> take_up_stage(storage::Store& store, const std::string& path, std::string& note) {
    auto found = stage::find_stage(store, path);
    if (!found.ok()) return found.status();
    if (!found.value()) return StageLeft::nothing;
    const stage::StageFound& stage = *found.value();
    if (stage.has(stage::LogCondition::live)) return StageLeft::in_use;
    const auto refuse = [&](stage::LogCondition condition, const char* what) {
        return Status(Code::efile,
                      fmt::format("'{}': bytes that a program has put are not in the file yet, but "
                                  "in a log on {}, {}",
                                  path, stage.hosts_with(condition), what));
    };
    if (stage.has(stage::LogCondition::elsewhere)) {
        const auto file = store.open_file(path, {});
        if (file.ok() && engine::OtherWriters::is_there(*file.value())) return StageLeft::in_use;
        return refuse(stage::LogCondition::elsewhere,
                      "from where \"weft drain\" moves them there, if the same user runs it");
    }
    if (stage.has(stage::LogCondition::gone))
        return refuse(stage::LogCondition::gone,
                      "which is lost; \"weft drain --forget\" goes on without it");
    if (stage.has(stage::LogCondition::foreign)) {
        // If there is no such file, the function that opens it reports that.
        if (store.open_file(path, {}).code() == Code::enoent) return StageLeft::nothing;
        return Status(
            Code::efile,
            fmt::format("'{}': bytes that a program has put to another file of this name are in a "
                        "log on {}; \"weft drain --forget\" drops them",
                        path, stage.hosts_with(stage::LogCondition::foreign)));
    }
    std::uint64_t records = 0;
    std::int64_t bytes = 0;
    for (const stage::LogFound& log : stage.logs) {
        if (log.condition != stage::LogCondition::left) continue;
        const auto drained =
            stage::drain_log(store, path, stage.manifest, log.place, stage::Damage::refuse);
        if (drained.code() == Code::enoent) continue;  // another process has been faster
        if (!drained.ok()) return drained.status();
        records += drained.value().records;
        bytes += drained.value().bytes;
    }
    if (stage.has(stage::LogCondition::left))
        note = fmt::format(
            "{} bytes in {} records, which a program had staged before it ended, "
            "were moved into the file",
            bytes, records);
    if (Status removed = stage::remove_logs(store, path); !removed.ok()) return removed;
    found = stage::find_stage(store, path);
    if (!found.ok()) return found.status();
    const bool has_values = found.value() && found.value()->has(stage::LogCondition::copied);
    return has_values ? StageLeft::values : StageLeft::nothing;
}

Result<StageLeft> drop_stage(storage::Store& store, const std::string& path,
                             const std::optional<stage::StageFound>& found) {
    if (!found) return StageLeft::nothing;
    if (found->has(stage::LogCondition::live)) return StageLeft::in_use;
    for (const stage::LogFound& log : found->logs) {
        static_cast<void>(stage::remove_copy(store, path, log.place, found->manifest.id));
        if (log.condition != stage::LogCondition::elsewhere)
            static_cast<void>(stage::LogFile::remove(log.place.path, found->manifest.id,
                                                     storage::kernel_calls()));
    }
    if (Status removed = stage::remove_manifest(store, path); !removed.ok()) return removed;
    return StageLeft::nothing;
}

Status remove_with_stage(storage::Store& store, const std::string& path,
                         const std::function<Status()>& remove) {
    const bool is_link = storage::behind_links(path) != storage::strip_path_prefix(path);
    if (is_link) return remove();
    const auto found = stage::find_stage(store, path);
    if (!found.ok()) return found.status();
    Status removed = remove();
    return removed.ok() ? drop_stage(store, path, found.value()).status() : removed;
}

}  // namespace weft::files
