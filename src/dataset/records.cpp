// SPDX-License-Identifier: BSD-3-Clause
// The number of records: one value per file, kept by every rank, announced by the header.
#include <algorithm>
#include <array>
#include <utility>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/record_limit.hpp"
#include "format/header_writer.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {

/// Rank 0 makes the header say what all ranks know.
Status Dataset::note_record_count(std::int64_t record_count) {
    definition_.schema.record_count = std::max(definition_.schema.record_count, record_count);
    if (comm().rank() != root || definition_.schema.record_count == recorded_.master) return {};
    Status status = raise_record_count_in_file();
    write_failure_.keep_first(status);
    // Until it is in the file, every call that comes by here tries again.
    if (status.ok()) recorded_.master = definition_.schema.record_count;
    return status;
}

/// Rank 0. What the header says now; 0 where a writer of a stream has left it open, and for more
/// than a file can hold.
Result<std::int64_t> Dataset::records_in_file() {
    std::vector<std::byte> bytes = format::encode_record_count(definition_.schema.version, 0);
    const Result<std::int64_t> got = file().read_at(format::record_count_offset, bytes);
    if (!got.ok()) return got.status();
    if (std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{255}; })) return 0;
    std::uint64_t count = 0;
    for (const std::byte byte : bytes) count = count << 8 | std::to_integer<std::uint64_t>(byte);
    return std::cmp_greater(count, most_records(definition_.layout))
               ? 0
               : static_cast<std::int64_t>(count);
}

/// Rank 0. Another communicator may have counted more records: then its count stays.
Status Dataset::raise_record_count_in_file() {
    const auto turn = company().take_turn();
    const Result<std::int64_t> theirs = records_in_file();
    if (!theirs.ok()) return theirs.status();
    const std::vector<std::byte> bytes = format::encode_record_count(
        definition_.schema.version, std::max(definition_.schema.record_count, theirs.value()));
    Status written = file().write_at(format::record_count_offset, bytes);
    if (!written.ok()) return written;
    std::copy(bytes.begin(), bytes.end(), header_in_file_.begin() + format::record_count_offset);
    header_put_bytes_ += static_cast<std::int64_t>(bytes.size());
    return {};
}

/// Collective. After independent writes the ranks' counts differ: the largest is the file's.
Status Dataset::share_record_count() {
    // An interrupted change leaves a file whose header is not for this layout, and a journal that
    // ends it.
    if (!is_writable() || broken_ || definition_.layout.record_bytes == 0) return {};
    std::array<std::int64_t, 1> count = {definition_.schema.record_count};
    if (comm().size() > 1) comm().all_reduce_max(count);
    return note_record_count(count[0]);
}

Status Dataset::sync_record_count() {
    if (state_ == State::define) return {Code::eindefine, "sync_numrecs in define mode"};
    if (!is_writable()) return {Code::eperm, "the file was opened for reading only"};
    if (state_ == State::collective) return flush();
    return mpi::agree_at(comm(), share_record_count(), root).status();
}

Status Dataset::begin_independent() {
    if (state_ == State::define) return {Code::eindefine, "begin_indep_data in define mode"};
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
    if (state_ == State::define) return {Code::eindefine, "end_indep_data in define mode"};
    if (state_ == State::collective) return {};
    Status status = share_record_count();
    status.keep_first(shared_.show_each_other());
    // Nobody may read what a neighbour has not yet written.
    const mpi::Agreed agreed = mpi::agree(comm(), status);
    state_ = State::collective;
    return agreed.status();
}

/// Collective, but not agreed on, in rank 0's turn: another communicator may have counted more
/// records, and its count stays. Rank 0's sizes count.
Status Dataset::settle_parts(Sizes sizes) {
    if (definition_.set == nullptr || definition_.layout.record_bytes == 0) return {};
    const FileSet& set = *definition_.set;
    Status mine;
    std::array<std::int64_t, 2> told{};  // records, and whether sizes are to be settled
    if (comm().rank() == root) {
        const Result<std::int64_t> in_file = records_in_file();
        mine = in_file.status();
        told = {std::max(definition_.schema.record_count, in_file.ok() ? in_file.value() : 0),
                sizes == Sizes::as_announced};
    }
    // No rank begins before rank 0 has its turn, nor is it over before all have ended.
    if (comm().size() > 1) comm().all_reduce_max(told);
    const std::int64_t records = told[0];
    // It alone knows whether this communicator is the last, but every rank has parts to extend.
    sizes = told[1] != 0 ? Sizes::as_announced : Sizes::as_they_are;
    const bool are_short = sizes == Sizes::as_announced && recorded_.whole != records;
    if (recorded_.parts != records || are_short) {
        format::Schema whole = definition_.schema;
        whole.record_count = records;
        mine.keep_first(part_files().settle({whole, set.table()}, sizes));
        if (comm().rank() == root) mine.keep_first(write_helpers(set, whole));
        if (mine.ok()) recorded_.parts = records;
        if (mine.ok() && are_short) recorded_.whole = records;
    }
    comm().barrier();
    return mine;
}

Status Dataset::sync() {
    if (broken_) return interrupted_change();
    if (state_ == State::define) return {Code::eindefine, "sync in define mode"};
    if (!is_writable()) return {};
    (void)flush();  // a failure is kept
    // Data first: a record count that survives a power failure must not announce records that do
    // not.
    lost_by_sync_.keep_first(shared_.sync());
    comm().barrier();
    const std::int64_t announced = header_put_bytes_;
    (void)share_record_count();  // the same
    const std::int64_t in_parts = recorded_.parts;
    {
        const auto turn = comm().rank() == root ? company().take_turn() : nullptr;
        write_failure_.keep_first(settle_parts(Sizes::as_they_are));
    }
    if (header_put_bytes_ != announced || recorded_.parts != in_parts)
        lost_by_sync_.keep_first(shared_.sync());
    Status mine = write_failure_;
    mine.keep_first(lost_by_sync_);
    if (state_ == State::independent) mine.keep_first(shared_.show_each_other());
    const mpi::Agreed told = mpi::agree(comm(), mine);
    write_failure_ = {};
    return told.status();
}

}  // namespace weft::dataset
