// SPDX-License-Identifier: BSD-3-Clause
// The number of records: one value per file, known to every rank, stored in the header.
#include <algorithm>
#include <array>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {

/// Rank 0 writes the number that all ranks know to the files.
Status Dataset::note_record_count(std::int64_t record_count) {
    definition_.schema.record_count = std::max(definition_.schema.record_count, record_count);
    const Status status = container_->announce_records();
    condition_.write_failure.keep_first(status);
    return status;
}

/// Collective. After independent writes the ranks' counts differ: the largest is used.
Status Dataset::share_record_count() {
    // After an interrupted change the file has a header of another layout, and a journal that ends
    // it.
    if (!is_writable() || condition_.broken || definition_.record_pitch == 0) return {};
    std::array<std::int64_t, 1> count = {definition_.schema.record_count};
    if (comm().size() > 1) comm().all_reduce_max(count);
    return note_record_count(count[0]);
}

Status Dataset::sync_record_count() {
    if (state_ == State::define) return {Code::eindefine, "sync_numrecs needs data mode"};
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    if (state_ == State::collective) return flush();
    return mpi::agree_at(comm(), share_record_count(), root).status();
}

Status Dataset::begin_independent() {
    if (state_ == State::define) return {Code::eindefine, "begin_indep_data needs data mode"};
    if (state_ == State::independent) return {};
    Status status = flush();
    comm().barrier();
    if (is_writable()) engine().prepare_independent();
    status.keep_first(shared_.show_each_other());
    state_ = State::independent;
    was_independent_ = true;
    return status;
}

Status Dataset::end_independent() {
    if (state_ == State::define) return {Code::eindefine, "end_indep_data needs data mode"};
    if (state_ == State::collective) return {};
    Status status = share_record_count();
    status.keep_first(shared_.show_each_other());
    // No rank may read what another has not yet written.
    const mpi::Agreed agreed = mpi::agree(comm(), status);
    state_ = State::collective;
    return agreed.status();
}

Status Dataset::sync() {
    if (condition_.broken) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "sync needs data mode"};
    if (!is_writable()) return {};
    (void)flush();  // the failure is kept
    // Data first: a record count that survives a power failure must not include lost records.
    condition_.lost_by_sync.keep_first(shared_.sync());
    comm().barrier();
    const std::int64_t announced = container_->put_bytes();
    (void)share_record_count();  // as above
    bool changed = false;
    condition_.write_failure.keep_first(container_->announce_in_parts(changed));
    if (changed || container_->put_bytes() != announced)
        condition_.lost_by_sync.keep_first(shared_.sync());
    Status mine = condition_.write_failure;
    mine.keep_first(condition_.lost_by_sync);
    if (state_ == State::independent) mine.keep_first(shared_.show_each_other());
    const mpi::Agreed told = mpi::agree(comm(), mine);
    condition_.write_failure = {};
    return told.status();
}

}  // namespace weft::dataset
