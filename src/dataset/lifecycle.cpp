// SPDX-License-Identifier: BSD-3-Clause
// From an open file to a closed one.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/record_limit.hpp"
#include "format/header_writer.hpp"
#include "mpi/agreed.hpp"
#include "mpi/rank_name.hpp"

namespace weft::dataset {
namespace {

/// Collective. No rank returns before the file is gone.
Status remove_closed(files::SharedFile& shared) {
    const bool is_root = shared.comm().rank() == root;
    const Status removed = is_root ? shared.remove_first() : Status();
    return mpi::agree_at(shared.comm(), removed, root).status();
}

}  // namespace

Status Dataset::close() {
    Status status = flush();
    if (state_ == State::define && !broken_) {
        status.keep_first(enddef({}));
        give_up_definitions();
    }
    const bool discard = is_new_;  // its definition failed, so there is nothing to keep
    const std::int64_t pending = requests_.count();
    if (pending > 0) {
        status.keep_first(
            {Code::epending, fmt::format("{} requests were posted but never waited for", pending)});
    }
    requests_ = {};
    Status mine;
    if (broken_) mine = interrupted_change();
    if (is_writable() && !discard && !broken_) mine = finish_file();
    Status closed = shared_.close(std::move(mine));
    if (discard) closed.keep_first(remove_closed(shared_));
    write_reports();
    return status.ok() ? closed : status;
}

void Dataset::leave_file() noexcept {
    if (!shared_.is_open()) return;
    shared_.leave(is_new_);  // what was never defined is nobody's file
    requests_ = {};
}

/// Collective. A report that cannot be written is no failure of the file.
void Dataset::write_reports() {
    if (!shared_.settings().reports.is_any()) return;
    const Status written = files::write_report_files(
        shared_,
        {.path = path_, .hints = hints_in_force(), .notes = notes_, .bare_rates = std::nullopt});
    if (!written.ok()) report_failure_ = written.context();
}

/// Collective. What independent writes have left to be known and done by all. Not agreed on yet.
Status Dataset::finish_file() {
    const mpi::CommView comm = this->comm();
    std::array<std::int64_t, 2> worst = {definition_.schema.record_count, changed_ ? 1 : 0};
    if (was_independent_ && comm.size() > 1) comm.all_reduce_max(worst);
    const bool is_changed = worst[1] != 0;
    Status mine = write_failure_;
    mine.keep_first(lost_by_sync_);
    if (is_changed && definition_.layout.record_bytes > 0) {
        mine.keep_first(note_record_count(worst[0]));
    }
    mine.keep_first(settle_sizes(is_changed));
    if (!is_changed) return mine;
    // Who opens the file next on rank 0's host is to find what the other hosts have written.
    if (was_independent_) mine.keep_first(shared_.show_each_other());
    if (settings_.durable_close) {
        mine.keep_first(shared_.sync());
        comm.barrier();
        if (comm.rank() == root) mine.keep_first(file().sync());
    }
    return mine;
}

/// Collective. Sizes are a matter of the last communicator that writes to the file: cutting and
/// extending would undo what another one appends meanwhile.
Status Dataset::settle_sizes(bool is_changed) {
    const bool is_root = comm().rank() == root;
    if (definition_.set == nullptr || definition_.layout.record_bytes == 0)
        return is_root ? company().settle_size(announced_size(is_changed)) : Status();
    const auto turn = is_root ? company().take_turn() : nullptr;
    const bool is_last = is_root && company().is_last_to_settle();
    Status mine = settle_parts(is_last ? Sizes::as_announced : Sizes::as_they_are);
    if (is_last) mine.keep_first(file().settle_size({.size = announced_size(is_changed)}).status());
    return mine;
}

/// Rank 0. What the header announces, so that other readers never meet the file's end too early.
/// Who has changed nothing leaves the file alone, unless others have changed it meanwhile.
storage::FinalSize Dataset::announced_size(bool is_changed) {
    const format::Schema& schema = schema_in_file();
    const layout::Layout& layout = layout_in_file();
    const bool has_fixed = layout.fixed_end > layout.header_extent;
    storage::FinalSize size{.units = definition_.schema.record_count,
                            .unit_bytes = layout.record_bytes};
    if (!is_changed) size.unchanged_bytes = shared_.file().facts.bytes;
    if (layout.record_bytes > 0 || !has_fixed) {
        const auto count = format::encode_record_count(definition_.schema.version, 0);
        size.count = storage::extent_of(format::record_count_offset, count.size());
        size.most_units = most_records(definition_.layout);
    }
    size.empty.bytes = has_fixed ? layout.fixed_end : format::header_bytes(schema);
    size.full.bytes = layout.record_bytes > 0 ? layout.record_begin : layout.fixed_end;
    // Records that were stored but not yet counted are nobody's to remove.
    if (schema.variable_count() == 0) {
        size.empty.longest_cut = std::numeric_limits<std::int64_t>::max();
        size.full.longest_cut = size.empty.longest_cut;
    } else if (!has_fixed) {
        size.empty.longest_cut = layout.header_extent;
    }
    return size;
}

/// Back to what the file says, if it says anything.
void Dataset::give_up_definitions() {
    if (state_ != State::define || is_new_) return;
    definition_.schema = std::move(*before_);
    before_.reset();
    state_ = State::collective;
}

Status Dataset::abort() {
    const bool remove = state_ == State::define && is_new_;
    if (!broken_) give_up_definitions();
    if (!remove) return close();
    requests_ = {};
    Status status = shared_.close({});
    status.keep_first(remove_closed(shared_));
    return status;
}

int Dataset::remember(const Status& status) noexcept {
    try {
        // What ranks have agreed on says whose it was, which need not be this one's.
        const std::string& context = status.context();
        if (!status.ok())
            last_error_ = mpi::names_a_rank(context)
                              ? context
                              : fmt::format("rank {}: {}", comm().rank(), context);
    } catch (const std::bad_alloc&) {
        last_error_.clear();  // the code goes out all the same
    }
    return static_cast<int>(status.code());
}

}  // namespace weft::dataset
