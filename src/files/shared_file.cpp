// SPDX-License-Identifier: BSD-3-Clause
#include "files/shared_file.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "storage/background_file.hpp"
#include "storage/choose_store.hpp"
#include "storage/late_file.hpp"
#include "storage/metered_file.hpp"
#include "storage/side_by_side.hpp"

namespace weft::files {
namespace {

std::string_view folder_of(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

}  // namespace

/// Ranks compare kinds of calls by a hash (FNV-1a, 64 bits) of the kind and the file's number.
mpi::Call SharedFile::named(const CollectiveCall& call) const {
    return {.name = call.name,
            .kind = mpi::kind_of(call.kind, number_),
            .ends_file = call.ends_file ? number_ : 0};
}

/// A failure if another rank has closed this file in a call that the others were not in.
Status SharedFile::closed_elsewhere() const {
    const std::string* const why = comm().why_closed_elsewhere(number_);
    if (why == nullptr) return {};
    return {Code::efile, files_.begin()->second.path + ": " + *why};
}

bool SharedFile::is_open() const {
    return std::ranges::any_of(files_,
                               [](const auto& file) { return file.second.bytes != nullptr; });
}

OpenFile& SharedFile::file(std::size_t number) {
    const auto found = files_.find(number);
    return found != files_.end() ? found->second : use_late(number);
}

void SharedFile::expect_late(std::size_t count, LatePlaces places) {
    late_places_ = std::move(places);
    engine_->expect(count, [this](std::size_t number) {
        OpenFile& late = file(number);
        return engine::EngineFile{*late.bytes, *late.pace, &*file().other_writers};
    });
}

void SharedFile::forget(std::size_t number) {
    const auto found = files_.find(number);
    if (found == files_.end()) return;
    (void)found->second.bytes->close();
    files_.erase(found);
}

OpenFile& SharedFile::use_late(std::size_t number) {
    const OpenFile& first = file();
    const bool is_coherent = first.facts.coherence == storage::Coherence::coherent;
    LatePlace place = late_places_(number);
    OpenFile late;
    late.path = std::move(place.path);
    late.facts.stale_seconds = first.facts.stale_seconds;
    late.bytes = std::make_unique<storage::LateFile>(
        *store_, late.path, writable_, std::nullopt,
        is_coherent ? 0 : storage::LateFile::usual_timeout_seconds);
    late.pace = first.pace;
    if (place.target >= 0 && writable_)
        late.bytes = metered(std::move(late.bytes), late.path, place.target);
    if (place.queue_bytes > 0 && writable_)
        late.bytes =
            std::make_unique<storage::BackgroundFile>(std::move(late.bytes), place.queue_bytes);
    if (place.queue_bytes > 0) {
        // Not those of the pace, which may differ between the first uses of ranks.
        engine::CostModel cost = first.facts.cost;
        cost.on_own_target = true;
        late.pace = &target_paces_.emplace_back();
        late.pace->learn(cost);
    }
    return files_.emplace(number, std::move(late)).first->second;
}

std::unique_ptr<storage::File> SharedFile::metered(std::unique_ptr<storage::File> file,
                                                   const std::string& path, int target) {
    auto follower = std::make_shared<storage::LateFile>(*store_, path, false, std::nullopt);
    storage::TargetMeter& meter =
        meters_.try_emplace(target, storage::clock_of_target(path)).first->second;
    return std::make_unique<storage::MeteredFile>(std::move(file), std::move(follower), meter);
}

std::vector<storage::TargetMeter::Reading> SharedFile::speed_of_targets(int count) {
    std::vector<storage::TargetMeter::Reading> readings(static_cast<std::size_t>(count));
    for (auto& [target, meter] : meters_) {
        if (target < count) readings[static_cast<std::size_t>(target)] = meter.reading();
    }
    return readings;
}

/// Syncs storage targets at the same time, so that neither a slow target nor many files make the
/// targets wait for each other.
Status SharedFile::sync() {
    std::map<std::string_view, std::vector<storage::File*>> targets;
    for (const auto& [number, file] : files_) {
        const bool has_target = file.pace != nullptr && file.pace->cost.on_own_target;
        targets[has_target ? folder_of(file.path) : ""].push_back(file.bytes.get());
    }
    std::vector<std::function<Status()>> works;
    for (const auto& target : targets) {
        works.emplace_back([&files = target.second] {
            Status synced;
            for (storage::File* const file : files) synced.keep_first(file->sync());
            return synced;
        });
    }
    Status mine = storage::side_by_side(works);
    mine.keep_first(sync_names());
    return mine;
}

void SharedFile::note_made(const std::string& path) {
    const auto is_beside = [&](const std::string& other) {
        return folder_of(other) == folder_of(path);
    };
    if (std::ranges::none_of(made_, is_beside)) made_.push_back(path);
}

/// By POSIX a sync of a file does not sync its folder, although many file systems do that.
Status SharedFile::sync_names() {
    std::vector<std::function<Status()>> works;
    for (const std::string& path : made_) {
        works.emplace_back([&] {
            Status synced = store_->sync_directory_of(path);
            // The folder cannot be synced, or this user may not open it: nothing more can be done.
            const bool cannot =
                synced.code() == Code::enotsupport || synced.code() == Code::eaccess;
            return cannot ? Status() : synced;
        });
    }
    Status synced = storage::side_by_side(works);
    if (synced.ok()) made_.clear();
    return synced;
}

Status SharedFile::show_each_other() {
    if (!settings_.engine.one_host || !writable_) return {};
    Status mine = sync();
    comm().barrier();
    for (const auto& [number, file] : files_)
        mine.keep_first(file.bytes->renew(file.facts.stale_seconds));
    return mpi::agree(comm(), mine).status();
}

Status SharedFile::close(Status mine) {
    for (const auto& [number, file] : files_) {
        if (file.bytes != nullptr) mine.keep_first(file.bytes->close());
    }
    const mpi::Agreed closed = mpi::agree(comm(), mine);
    for (auto& [number, file] : files_) {
        if (file.other_writers) file.other_writers->leave();  // no rank writes any more
        file.bytes.reset();
    }
    meters_.clear();
    return closed.status();
}

void SharedFile::leave(bool remove) noexcept {
    const bool removes =
        remove && comm().rank() == root && !files_.empty() && file().bytes != nullptr;
    for (auto& [number, file] : files_) {
        if (file.bytes != nullptr)
            (void)mpi::local([&bytes = *file.bytes] { return bytes.close(); });
    }
    for (auto& [number, file] : files_) {
        if (file.other_writers) file.other_writers->leave();  // all files have what was written
        file.bytes.reset();
    }
    if (removes) (void)mpi::local([&] { return remove_first(); });
}

/// Another process may have replaced the file by a new one of its name.
Status SharedFile::remove_first() {
    const std::uint64_t mine = file().facts.identity;
    const auto there = store_->open_file(file().path, {});
    const auto found = there.ok() ? there.value()->identity() : Result<std::uint64_t>(mine);
    if (mine != 0 && found.ok() && found.value() != mine) return {};
    const Status removed = store_->remove(file().path);
    return removed.code() == Code::enoent ? Status() : removed;
}

}  // namespace weft::files
