// SPDX-License-Identifier: BSD-3-Clause
// From an open file to a closed one.
#include <fmt/format.h>

#include <array>

#include "dataset/dataset.hpp"
#include "dataset/stores.hpp"
#include "format/header_writer.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int root = 0;

}  // namespace

Dataset::Dataset(MPI_Comm original, mpi::Comm comm, const Startup& startup)
    : comm_(std::move(comm)),
      path_(startup.path),
      switches_(startup.switches),
      node_memory_(engine::node::Memory::of(original)),
      hints_(startup.hints),
      settings_(settings_of(hints_)),
      store_(make_store(settings_.fault_plan, comm_.view().rank())),
      behind_(settings_.write_behind_bytes) {}

Status Dataset::open_everywhere(const FileOpener& open_at_root) {
    const mpi::CommView comm = comm_.view();
    Status mine;
    if (comm.rank() == root) {
        Result<std::unique_ptr<storage::File>> file = open_at_root(*store_);
        if (file.ok()) file_ = std::move(file).value();
        mine = file.status();
    }
    const mpi::Agreed at_root = mpi::agree_at(comm, mine, root);
    if (!at_root.ok() || comm.size() == 1) return at_root.status();
    if (comm.rank() != root) {
        Result<std::unique_ptr<storage::File>> file = store_->open(path_, {.writable = writable_});
        if (file.ok()) file_ = std::move(file).value();
        mine = file.status();
    }
    const mpi::Agreed everywhere = mpi::agree(comm, mine);
    if (everywhere.ok()) return {};
    if (file_ != nullptr) (void)file_->close();
    if (is_new_ && comm.rank() == root) (void)store_->remove(path_);
    return everywhere.status();
}

void Dataset::learn_block_size() {
    if (settings_.striping_unit > 0) return;  // a hint, and hints are the same on all ranks
    std::int64_t block_bytes[1] = {0};
    if (comm_.view().rank() == root) {
        const auto facts = store_->inspect(path_);
        if (facts.ok()) block_bytes[0] = facts.value().block_bytes;
    }
    comm_.view().broadcast(std::as_writable_bytes(std::span(block_bytes)), root);
    settings_.striping_unit = block_bytes[0];
}

void Dataset::start_engine() {
    engine_ = std::make_unique<engine::Engine>(comm_.view(), node_memory_, *file_, settings_.engine,
                                               engine::CostModel{});
}

Status Dataset::close() {
    Status status = flush();
    if (state_ == State::define && !broken_) status.keep_first(enddef({}));
    const bool discard = is_new_;  // its definition failed, so there is nothing to keep
    const std::int64_t pending = requests_.count();
    if (pending > 0) {
        status.keep_first(
            {Code::epending, fmt::format("{} requests were posted but never waited for", pending)});
    }
    requests_ = {};
    Status mine;
    if (broken_) mine = interrupted_change();
    if (writable_ && !discard && !broken_) mine = finish_file();
    const Status closed = close_file(std::move(mine));
    if (discard && comm_.view().rank() == root) (void)store_->remove(path_);
    comm_.close();
    return status.ok() ? closed : status;
}

/// Collective. What independent writes have left to be known and done by all. Not agreed on yet.
Status Dataset::finish_file() {
    const mpi::CommView comm = comm_.view();
    std::array<std::int64_t, 2> worst = {schema_.record_count, changed_ ? 1 : 0};
    if (comm.size() > 1) comm.all_reduce_max(worst);
    if (worst[1] == 0) return write_failure_;
    Status mine = write_failure_;
    if (layout_.record_bytes > 0) mine.keep_first(note_record_count(worst[0]));
    if (comm.rank() == root) mine.keep_first(give_announced_size());
    if (settings_.durable_close) {
        mine.keep_first(file_->sync());
        comm.barrier();
        if (comm.rank() == root) mine.keep_first(file_->sync());
    }
    return mine;
}

/// Rank 0. The file gets the size that its header announces, so that other readers never meet its
/// end too early.
Status Dataset::give_announced_size() {
    const Result<std::int64_t> bytes = file_->size();
    if (!bytes.ok()) return bytes.status();
    const std::int64_t wanted = layout_.file_bytes(schema_.record_count);
    const bool too_long = schema_.variable_count() == 0 && bytes.value() > wanted;
    return bytes.value() < wanted || too_long ? file_->resize(wanted) : Status();
}

/// Collective. The same outcome on all ranks, of closing and of what `mine` says.
Status Dataset::close_file(Status mine) {
    if (file_ != nullptr) mine.keep_first(file_->close());
    return mpi::agree(comm_.view(), mine).status();
}

Status Dataset::abort() {
    const bool remove = state_ == State::define && is_new_;
    if (state_ == State::define && !is_new_ && !broken_) {
        schema_ = std::move(*before_);
        before_.reset();
        state_ = State::collective;
    }
    if (!remove) return close();
    requests_ = {};
    Status status = close_file({});
    if (comm_.view().rank() == root) status.keep_first(store_->remove(path_));
    status = mpi::agree_at(comm_.view(), status, root).status();
    comm_.close();
    return status;
}

int Dataset::remember(const Status& status) {
    if (!status.ok())
        last_error_ = fmt::format("rank {}: {}", comm_.view().rank(), status.context());
    return static_cast<int>(status.code());
}

}  // namespace weft::dataset
