// SPDX-License-Identifier: BSD-3-Clause
#include "files/shared_stage.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "mpi/agreed.hpp"
#include "storage/path_scheme.hpp"

namespace weft::files {
namespace {

constexpr const char* staged_by_others = "another program stages the file, so this one does not";

}  // namespace

void SharedStage::configure(const Settings& settings, bool writable, storage::Store& store) {
    wish_ = settings.stage;
    is_wanted_ = writable && wish_.is_on();
    store_ = &store;
}

void SharedStage::want_not(std::string why) {
    is_wanted_ = false;
    notes_.push_back(std::move(why));
}

/// Of a file on another machine the answer to the open tells whether anything is staged.
Result<storage::Opened> SharedStage::open_first(const std::string& path,
                                                const storage::Intent& intent) {
    const bool is_asked = storage::is_elsewhere(path) && !intent.create;
    Status taken = intent.create ? find_older(path) : Status();
    if (taken.ok() && !is_asked) taken = take_up(path);
    if (!taken.ok()) return taken;
    Result<storage::Opened> opened = store_->open(path, intent);
    // What was staged for another file is left if there was no file.
    const bool is_of_another = older_ && older_->has(stage::LogCondition::foreign);
    if (intent.create && opened.ok() && is_of_another) drop_older(path);
    older_.reset();
    if (!is_asked || !opened.ok() || !opened.value().has_stage) return opened;
    taken = opened.value().file->close();
    if (taken.ok()) taken = take_up(path);
    return taken.ok() ? store_->open(path, intent) : Result<storage::Opened>(taken);
}

Status SharedStage::take_up(const std::string& path) {
    std::string note;
    if (has_copied()) return {};  // whoever brings them has the stage for itself
    awaits_values_ = false;
    const Result<StageLeft> left = take_up_stage(*store_, path, note);
    if (!left.ok()) return left.status();
    if (!note.empty()) notes_.push_back(std::move(note));
    if (left.value() == StageLeft::in_use) want_not(staged_by_others);
    if (left.value() != StageLeft::values) return {};
    awaits_values_ = true;
    return {Code::efile,
            fmt::format("'{}': values that a program has put are not in the file yet, but beside "
                        "it; \"weft drain\" stores them",
                        path)};
}

Status SharedStage::find_older(const std::string& path) {
    auto found = stage::find_stage(*store_, path);
    if (found.ok()) older_ = std::move(found).value();
    return found.status();
}

void SharedStage::drop_older(const std::string& path) {
    const Result<StageLeft> left = drop_stage(*store_, path, std::exchange(older_, {}));
    if (!left.ok())
        notes_.push_back("what was staged for an older file could not be dropped: " +
                         left.status().context());
    else if (left.value() == StageLeft::in_use)
        want_not(staged_by_others);
}

std::unique_ptr<storage::File> SharedStage::stageable(std::size_t number,
                                                      std::unique_ptr<storage::File> file) {
    if (!is_wanted_) return file;
    auto staged = std::make_unique<stage::StagedFile>(std::move(file));
    files_[number] = {.file = staged.get()};
    return staged;
}

Status SharedStage::begin(const mpi::NodeMap& nodes, const std::string& path,
                          std::unique_ptr<storage::Store> drains_store) {
    Member& first = files_.at(0);
    stage_ = std::make_unique<FileStage>(comm_, *store_, std::move(drains_store), path, wish_);
    const Status begun = stage_->begin(nodes, *first.file);
    if (!begun.ok()) stage_.reset();
    if (begun.ok()) nodes_ = nodes;
    has_several_nodes_ = begun.ok() && nodes.count() > 1;
    if (begun.ok() && stage::is_in_memory(wish_))
        ranks_bytes_ = wish_.ring_bytes / nodes.size(nodes.here().node);
    order_puts(first);
    return begun;
}

void SharedStage::order_puts(Member& member) const {
    if (!has_several_nodes_) return;
    member.order = std::make_unique<StageOrder>(*member.file);
    member.file->pass(is_passing_);
}

void SharedStage::expect(std::size_t part_count, const FileStage::PathOf& path_of) {
    if (!is_on()) return;
    const Status added = stage_->add(part_count, path_of);
    if (!added.ok()) notes_.push_back("parts are not staged: " + added.context());
}

std::unique_ptr<storage::File> SharedStage::staged(std::size_t number,
                                                   std::unique_ptr<storage::File> file) {
    file = stageable(number, std::move(file));
    Member& member = files_.at(number);
    stage_->take(*member.file, number);
    order_puts(member);
    return file;
}

void SharedStage::keep_values() {
    if (!is_on() || stage_->values() != nullptr) return;
    const Status kept = stage_->keep_values(*nodes_);
    if (!kept.ok()) notes_.push_back("a kill may lose chunks that wait: " + kept.context());
}

void SharedStage::forget_files() {
    if (!is_on()) return;
    (void)drain();
    comm_.barrier();
    stage_->forget_files();
}

const std::shared_ptr<storage::BackgroundWork>& SharedStage::thread() {
    if (is_on() && thread_ == nullptr) thread_ = std::make_shared<storage::BackgroundWork>();
    return thread_;
}

engine::PutOrder* SharedStage::order_of(std::size_t number) {
    const auto found = files_.find(number);
    return found != files_.end() ? found->second.order.get() : nullptr;
}

engine::PutOrder* SharedStage::order_of_chunks(std::int64_t unit, ChunkOrder::StoreAll store_all) {
    if (!has_several_nodes_ && store_all == nullptr) return nullptr;
    stage::StagedFile* const file = has_several_nodes_ ? files_.at(0).file : nullptr;
    return &chunk_orders_.emplace_back(file, chunks_, unit, std::move(store_all));
}

Status SharedStage::drain() {
    Status drained;
    if (!is_on()) return drained;
    for (auto& [number, member] : files_) drained.keep_first(member.file->drain());
    return drained;
}

Status SharedStage::settle() {
    if (!has_several_nodes_) return {};
    const Status drained = mpi::agree(comm_, drain()).status();
    chunks_.in_logs = !drained.ok();  // also chunks that no put has stored
    if (!drained.ok()) return drained;
    for (auto& [number, member] : files_)
        if (member.order != nullptr) member.order->note_settled();
    return {};
}

Status SharedStage::pass(bool passes) {
    if (!has_several_nodes_) return {};
    is_passing_ = passes || always_passes_;
    Status drained = is_passing_ ? settle() : Status();
    for (auto& [number, member] : files_)
        if (member.order != nullptr) member.file->pass(is_passing_);
    return drained;
}

Status SharedStage::end() {
    const Status ended = is_on() ? stage_->end() : Status();
    if (is_on())
        for (const auto& [number, member] : files_) counts_.add(member.file->counts());
    files_.clear();
    return ended;
}

void SharedStage::leave() noexcept {
    if (is_on()) stage_->leave();
    files_.clear();
}

report::StageUse SharedStage::use() const {
    constexpr double nanoseconds = 1e9;
    const auto whole = [](double seconds) { return std::llround(seconds * nanoseconds); };
    if (!is_on()) return {};
    const stage::DrainThread::Work work = stage_->work();
    std::array<std::int64_t, 10> sums = {
        stage_->has_drain() ? 1 : 0,  counts_.staged_bytes,
        counts_.passed_bytes,         counts_.refused_bytes,
        whole(counts_.full_seconds),  whole(counts_.read_seconds),
        whole(counts_.drain_seconds), work.bytes,
        whole(work.seconds),          whole(work.processor_seconds)};
    if (comm_.size() > 1) comm_.all_reduce_sum(sums);
    const auto seconds = [&](std::size_t i) { return static_cast<double>(sums[i]) / nanoseconds; };
    return {.logs = sums[0],
            .staged_bytes = sums[1],
            .passed_bytes = sums[2],
            .refused_bytes = sums[3],
            .full_seconds = seconds(4),
            .get_seconds = seconds(5),
            .drain_seconds = seconds(6),
            .moved_bytes = sums[7],
            .moving_seconds = seconds(8),
            .processor_seconds = seconds(9)};
}

}  // namespace weft::files
