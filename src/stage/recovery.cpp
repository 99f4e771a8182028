// SPDX-License-Identifier: BSD-3-Clause
#include "stage/recovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/host_name.hpp"
#include "stage/drain.hpp"
#include "stage/log.hpp"
#include "stage/record.hpp"
#include "stage/replaced_file.hpp"
#include "storage/birth_time.hpp"
#include "storage/lock_bytes.hpp"
#include "storage/store_table.hpp"
#include "storage/this_host.hpp"

namespace weft::stage {
namespace {

bool was_here(const LogPlace& place) {
    return place.host == storage::this_host() || place.host_name == host_name();
}

/// Whether the record numbers are consistent. Only a power failure can have left others.
bool has_sound_numbers(const LogFile& log) {
    const std::uint64_t begin = log.page().drained;
    const std::uint64_t end = log.page().reserved;
    return begin <= end && end - begin <= static_cast<std::uint64_t>(log.size().slots);
}

LogFound look_at(const LogPlace& place, std::uint64_t id, const storage::SystemCalls& calls) {
    LogFound found{.place = place};
    if (place.use == LogUse::copied) found.condition = LogCondition::copied;
    if (place.use == LogUse::drained || place.use == LogUse::copied) return found;
    const auto log = LogFile::open(place.path, id, calls);
    if (!log.ok()) {
        // One that is there, but cannot be opened by this process, is not lost.
        const bool is_lost = log.code() == Code::enoent || log.code() == Code::enotnc;
        const bool is_gone = is_lost && was_here(place);
        found.condition = is_gone ? LogCondition::gone : LogCondition::elsewhere;
        return found;
    }
    const Result<bool> used = log.value()->is_used();
    found.condition = used.ok() && used.value() ? LogCondition::live : LogCondition::left;
    if (!has_sound_numbers(*log.value())) {
        found.records = 1;  // at least: nobody may take it for empty
        return found;
    }
    const ControlPage& page = log.value()->page();
    for (std::uint64_t number = page.drained; number < page.reserved; ++number) {
        const Slot& slot = log.value()->slot(number);
        if (slot.state.load() != static_cast<std::uint32_t>(RecordState::complete)) continue;
        ++found.records;
        found.bytes += slot.bytes;
    }
    return found;
}

/// Checks records that are complete, and gives up the others, whose puts have not returned. Returns
/// the number behind the last good one.
Result<std::uint64_t> last_good(Log& log) {
    if (!has_sound_numbers(log.file())) return log.drained();
    for (std::uint64_t number = log.drained(); number < log.reserved(); ++number) {
        Slot& slot = log.file().slot(number);
        if (slot.state.load() != static_cast<std::uint32_t>(RecordState::complete)) {
            slot.state = static_cast<std::uint32_t>(RecordState::empty);
            continue;
        }
        const Result<std::optional<WholeRecord>> intact = read_record(log, number);
        if (!intact.ok()) return intact.status();
        if (!intact.value()) return number;
    }
    return log.reserved();
}

Status move_to(Log& log, DrainedFiles& files, std::uint64_t end, LogDrained& done) {
    Drain drain(log, files);
    while (log.drained() < end) {
        const Result<Drain::Moved> moved = drain.move(end);
        if (!moved.ok()) return moved.status();
        done.records += moved.value().records;
        done.bytes += moved.value().bytes;
    }
    return files.sync();
}

/// The turn of one process to change the manifest of a file, while several nodes recover it.
class ManifestTurn {
public:
    /// If the file cannot be opened or locked, there is no turn.
    ManifestTurn(storage::Store& store, const std::string& file) {
        auto opened = store.open_file(file, {.writable = true});
        if (!opened.ok()) return;
        file_ = std::move(opened).value();
        auto lock = file_->lock(storage::lock_bytes::stage.begin, 1);
        if (lock.ok()) lock_ = std::move(lock).value();
    }

private:
    std::unique_ptr<storage::File> file_;
    std::unique_ptr<storage::RangeLock> lock_;
};

}  // namespace

bool StageFound::has(LogCondition condition) const {
    return std::ranges::find(logs, condition, &LogFound::condition) != logs.end();
}

std::string StageFound::hosts_with(LogCondition condition) const {
    std::string names;
    for (const LogFound& log : logs) {
        if (log.condition != condition) continue;
        names += (names.empty() ? "" : ", ") + log.place.host_name;
    }
    return names;
}

namespace {

/// Whether the name belongs to another file than the one that the job has staged. Then the logs
/// belong to that one.
bool is_another_file(storage::Store& store, const std::string& file, const Manifest& manifest) {
    if (manifest.file == 0) return false;
    const auto opened = store.open_file(file, {});
    if (!opened.ok()) return opened.code() == Code::enoent;
    const Result<std::uint64_t> identity = opened.value()->identity();
    if (!identity.ok() || identity.value() == 0) return false;
    const std::int64_t born = storage::birth_time(file);
    const bool born_apart = manifest.born != 0 && born != 0 && born != manifest.born;
    return identity.value() != manifest.file || born_apart;
}

Result<std::optional<StageFound>> look(storage::Store& store, const std::string& file,
                                       const storage::SystemCalls& calls) {
    Result<std::optional<Manifest>> manifest = read_manifest(store, file);
    if (!manifest.ok()) return manifest.status();
    if (!manifest.value()) return std::optional<StageFound>();
    StageFound found{.manifest = *std::move(manifest).value(), .logs = {}};
    for (const LogPlace& place : found.manifest.logs)
        found.logs.push_back(look_at(place, found.manifest.id, calls));
    if (!found.has(LogCondition::live) && is_another_file(store, file, found.manifest)) {
        for (LogFound& log : found.logs)
            if (log.condition != LogCondition::drained) log.condition = LogCondition::foreign;
    }
    return std::optional<StageFound>(std::move(found));
}

}  // namespace

Result<std::optional<StageFound>> find_stage(storage::Store& store, const std::string& file,
                                             const storage::SystemCalls& calls) {
    if (!storage::takes_writes(file)) return std::optional<StageFound>();
    Result<std::optional<StageFound>> found = look(store, file, calls);
    if (!found.ok() || !found.value() || !found.value()->has(LogCondition::gone)) return found;
    // Another process may have removed the log, and is about to change the manifest.
    const ManifestTurn turn(store, file);
    return look(store, file, calls);
}

namespace {

Status move_into_files(storage::Store& store, const std::string& file, const Manifest& manifest,
                       Log& log, std::uint64_t end, MissingParts missing, LogDrained& done) {
    DrainedFiles files(store, file);
    files.add(paths_of_parts(file, manifest));
    if (missing == MissingParts::forget) files.forgive_missing();
    Status moved = move_to(log, files, end, done);
    moved.keep_first(files.close());
    return moved;
}

/// The manifest says that the values are there before the log is empty.
Status copy_beside(storage::Store& store, const std::string& file, const LogPlace& place, Log& log,
                   std::uint64_t end, LogDrained& done) {
    const std::uint64_t id = log.page().facts.id;
    const Result<std::string> path = path_of_copy(file, place.path, id);
    if (!path.ok()) return path.status();
    if (Status copied = copy_values(store, path.value(), log, end); !copied.ok()) return copied;
    const ManifestTurn turn(store, file);
    Result<std::optional<Manifest>> manifest = read_manifest(store, file);
    if (!manifest.ok()) return manifest.status();
    const auto wants_it = [&](const LogPlace& one) {
        return one.path == place.path && (one.use == LogUse::values || one.use == LogUse::copied);
    };
    const bool is_wanted = manifest.value() && manifest.value()->id == id &&
                           std::ranges::any_of(manifest.value()->logs, wants_it);
    if (!is_wanted) {  // another process has been faster, and the file has the values
        log.page().drained = end;
        return remove_copy(store, file, place, id);
    }
    for (LogPlace& one : manifest.value()->logs)
        if (wants_it(one)) one.use = LogUse::copied;
    if (Status told = write_manifest(store, file, *manifest.value()); !told.ok()) return told;
    for (std::uint64_t number = log.drained(); number < end; ++number) {
        const Slot& slot = log.file().slot(number);
        if (slot.state.load() != static_cast<std::uint32_t>(RecordState::complete)) continue;
        ++done.records;
        done.bytes += slot.bytes;
    }
    log.page().drained = end;
    return log.file().remove();
}

}  // namespace

Result<LogDrained> drain_log(storage::Store& store, const std::string& file,
                             const Manifest& manifest, const LogPlace& place, Damage damage,
                             MissingParts missing, const storage::SystemCalls& calls) {
    auto opened = LogFile::open(place.path, manifest.id, calls);
    if (opened.code() == Code::enotnc) return Status(Code::efile, opened.status().context());
    if (!opened.ok()) return opened.status();
    const auto turn = opened.value()->locks().hold(recovery_byte, 1);
    if (!turn.ok()) return turn.status();
    const Result<bool> used = opened.value()->is_used();
    if (!used.ok()) return used.status();
    if (used.value())
        return Status(Code::efile, fmt::format("a program still uses the log \"{}\"", place.path));
    if (Status renewed = opened.value()->renew_lock(); !renewed.ok()) return renewed;
    auto joined = Log::join(std::move(opened).value(), recoverer);
    if (!joined.ok()) return joined.status();
    Log& log = *joined.value();
    const Result<std::uint64_t> good = last_good(log);
    if (!good.ok()) return good.status();
    LogDrained done;
    done.damaged = has_sound_numbers(log.file()) ? log.reserved() - good.value() : 1;
    if (done.damaged > 0 && damage == Damage::refuse)
        return Status(Code::efile,
                      fmt::format("the log \"{}\" has a damaged record; \"weft drain\" "
                                  "moves what is before it",
                                  place.path));
    if (log.drained() < good.value()) {
        const Status moved =
            place.use == LogUse::values
                ? copy_beside(store, file, place, log, good.value(), done)
                : move_into_files(store, file, manifest, log, good.value(), missing, done);
        // Code::enoent is for a log that is not there.
        if (moved.code() == Code::enoent) return Status(Code::efile, moved.context());
        if (!moved.ok()) return moved;
    }
    if (done.damaged > 0) log.page().drained = log.reserved();
    if (Status synced = log.file().sync_pages(); !synced.ok()) return synced;
    return done;
}

Status remove_copy(storage::Store& store, const std::string& file, const LogPlace& place,
                   std::uint64_t id) {
    const Result<std::string> path = path_of_copy(file, place.path, id);
    if (!path.ok()) return {};
    static_cast<void>(store.remove(draft_of(path.value())));
    const Status removed = store.remove(path.value());
    return removed.code() == Code::enoent ? Status() : removed;
}

namespace {

enum class Others { keep, forget };

/// Called in the turn of this process.
Status remove_and(Others others, storage::Store& store, const std::string& file,
                  const storage::SystemCalls& calls) {
    Result<std::optional<StageFound>> found = look(store, file, calls);
    if (!found.ok() || !found.value()) return found.status();
    // First the manifest says that they are not needed, so that nobody misses one.
    Manifest manifest = found.value()->manifest;
    for (std::size_t i = 0; i < manifest.logs.size(); ++i) {
        const LogFound& log = found.value()->logs[i];
        const bool is_empty = log.condition == LogCondition::left && log.records == 0;
        const bool is_given_up =
            others == Others::forget &&
            (log.condition == LogCondition::gone || log.condition == LogCondition::elsewhere ||
             log.condition == LogCondition::foreign);
        if (is_empty || is_given_up) manifest.logs[i].use = LogUse::drained;
    }
    if (manifest != found.value()->manifest) {
        if (Status told = write_manifest(store, file, manifest); !told.ok()) return told;
    }
    Manifest rest = manifest;
    rest.logs.clear();
    for (const LogPlace& place : manifest.logs) {
        if (place.use != LogUse::drained) {
            rest.logs.push_back(place);
            // Whoever copied its values may have ended before it removed the log.
            if (place.use == LogUse::copied && was_here(place)) {
                const Result<bool> removed = LogFile::remove(place.path, manifest.id, calls);
                if (!removed.ok()) return removed.status();
            }
            continue;
        }
        if (Status gone = remove_copy(store, file, place, manifest.id); !gone.ok()) return gone;
        const Result<bool> removed = LogFile::remove(place.path, manifest.id, calls);
        if (!removed.ok() && was_here(place)) return removed.status();
        const bool was_removed = removed.ok() && removed.value();
        if (!was_removed && !was_here(place) && others == Others::keep) rest.logs.push_back(place);
    }
    if (rest.logs.empty()) return remove_manifest(store, file);
    return rest == manifest ? Status() : write_manifest(store, file, rest);
}

}  // namespace

Status remove_logs(storage::Store& store, const std::string& file,
                   const storage::SystemCalls& calls) {
    const ManifestTurn turn(store, file);
    return remove_and(Others::keep, store, file, calls);
}

Status forget_logs(storage::Store& store, const std::string& file,
                   const storage::SystemCalls& calls) {
    const ManifestTurn turn(store, file);
    return remove_and(Others::forget, store, file, calls);
}

Status store_copied(storage::Store& store, const std::string& file,
                    const std::function<Status(const CopiedValues&)>& store_values, Failing failing,
                    const storage::SystemCalls& calls) {
    const ManifestTurn turn(store, file);
    const Result<std::optional<StageFound>> found = look(store, file, calls);
    if (!found.ok() || !found.value()) return found.status();
    Manifest manifest = found.value()->manifest;
    CopiedValues values;
    Status lost;  // is not readable
    std::vector<LogPlace> copied;
    for (std::size_t i = 0; i < manifest.logs.size(); ++i) {
        const LogCondition condition = found.value()->logs[i].condition;
        LogPlace& place = manifest.logs[i];
        if (condition == LogCondition::drained) continue;
        if (condition != LogCondition::copied)
            return {Code::efile, fmt::format("a log on {} has not been drained", place.host_name)};
        const Result<std::string> path = path_of_copy(file, place.path, manifest.id);
        const Status added =
            path.ok() ? values.add(store, path.value(), manifest.id) : path.status();
        if (!added.ok() && failing == Failing::keep) return added;
        lost.keep_first(added);
        place.use = LogUse::drained;
        copied.push_back(place);
    }
    if (copied.empty()) return {};
    Status stored = store_values(values);
    stored.keep_first(lost);
    if (!stored.ok() && failing == Failing::keep) return stored;
    if (Status told = write_manifest(store, file, manifest); !told.ok()) return told;
    for (const LogPlace& place : copied)
        if (Status gone = remove_copy(store, file, place, manifest.id); !gone.ok()) return gone;
    // Their hosts have removed the logs themselves.
    const auto is_gone = [&](const LogPlace& place) {
        return !was_here(place) && std::ranges::find(copied, place) != copied.end();
    };
    if (std::erase_if(manifest.logs, is_gone) > 0) {
        if (Status told = write_manifest(store, file, manifest); !told.ok()) return told;
    }
    const Status removed = remove_and(Others::keep, store, file, calls);
    return stored.ok() ? removed : stored;
}

}  // namespace weft::stage
