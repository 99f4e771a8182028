// SPDX-License-Identifier: BSD-3-Clause
// From an open file to a closed one.
#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "mpi/agreed.hpp"
#include "mpi/rank_name.hpp"
#include "report/file_report.hpp"

namespace weft::dataset {
namespace {

/// Collective. No rank returns before the file has been removed.
Status remove_closed(files::SharedFile& shared) {
    const bool is_root = shared.comm().rank() == root;
    const Status removed = is_root ? shared.remove_first() : Status();
    return mpi::agree_at(shared.comm(), removed, root).status();
}

}  // namespace

Status Dataset::close() {
    Status status = flush();
    if (state_ == State::define && !condition_.broken) {
        status.keep_first(enddef({}));
        give_up_definitions();
    }
    const bool discard = is_new();  // the definition failed, so there is nothing to keep
    const std::int64_t pending = requests_.count();
    if (pending > 0) {
        status.keep_first(
            {Code::epending, fmt::format("{} posted requests were never waited for", pending)});
    }
    requests_ = {};
    Status mine;
    if (condition_.broken) mine = interrupted_change();
    if (is_writable() && !discard && !condition_.broken) mine = finish_file();
    Status closed = shared_.close(std::move(mine));
    if (discard) closed.keep_first(remove_closed(shared_));
    write_reports();
    return status.ok() ? closed : status;
}

void Dataset::leave_file() noexcept {
    if (!shared_.is_open()) return;
    shared_.leave(is_new());  // a file that was never defined is removed
    requests_ = {};
}

/// Collective. A report that cannot be written does not fail the close.
void Dataset::write_reports() {
    if (!shared_.settings().reports.is_any()) return;
    report::FileReport facts;
    facts.file = path_;
    facts.hints = hints_in_force();
    facts.notes = condition_.notes;
    const Status written = files::write_report_files(shared_, std::move(facts));
    if (!written.ok()) report_failure_ = written.context();
}

/// Collective, not agreed yet. Shares and completes the changes of independent mode.
Status Dataset::finish_file() {
    const mpi::CommView comm = this->comm();
    std::array<std::int64_t, 2> worst = {definition_.schema.record_count, changed_ ? 1 : 0};
    if (was_independent_ && comm.size() > 1) comm.all_reduce_max(worst);
    const bool is_changed = worst[1] != 0;
    Status mine = condition_.write_failure;
    mine.keep_first(condition_.lost_by_sync);
    if (is_changed && definition_.record_pitch > 0) {
        mine.keep_first(note_record_count(worst[0]));
    }
    mine.keep_first(container_->settle_sizes(is_changed));
    if (!is_changed) return mine;
    // The next program that opens the file on rank 0's host must see the writes of the other hosts.
    if (was_independent_) mine.keep_first(shared_.show_each_other());
    if (settings_.durable_close) {
        mine.keep_first(shared_.sync());
        comm.barrier();
        if (comm.rank() == root) mine.keep_first(shared_.file().bytes->sync());
    }
    return mine;
}

/// Returns to the definition in the file, if there is one.
void Dataset::give_up_definitions() {
    if (state_ != State::define || is_new()) return;
    definition_.schema = std::move(*definition_.before);
    definition_.before.reset();
    state_ = State::collective;
}

Status Dataset::abort() {
    const bool remove = state_ == State::define && is_new();
    if (!condition_.broken) give_up_definitions();
    if (!remove) return close();
    requests_ = {};
    Status status = shared_.close({});
    status.keep_first(remove_closed(shared_));
    return status;
}

int Dataset::remember(const Status& status) noexcept {
    try {
        // An agreed status names the rank that failed, which may be another one.
        const std::string& context = status.context();
        if (!status.ok())
            last_error_ = mpi::names_a_rank(context)
                              ? context
                              : fmt::format("rank {}: {}", comm().rank(), context);
    } catch (const std::bad_alloc&) {
        last_error_.clear();  // the code is returned all the same
    }
    return static_cast<int>(status.code());
}

}  // namespace weft::dataset
