// SPDX-License-Identifier: BSD-3-Clause
#include "journal/journal.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/checked.hpp"
#include "journal/insertion.hpp"
#include "journal/journal_copy.hpp"
#include "journal/journal_lock.hpp"
#include "journal/relocation.hpp"
#include "mpi/agreed.hpp"
#include "region/interval.hpp"

namespace weft::journal {
namespace {

constexpr int root = 0;

/// The length of windows: whole blocks, which have checksums. Smaller windows cost many system
/// calls, larger ones leave the processor's cache.
std::int64_t window_of(std::int64_t chunk_bytes) {
    constexpr std::int64_t largest = 1 << 20;
    return round_up(std::clamp(chunk_bytes, journal_block_bytes, largest), journal_block_bytes);
}

/// One change on one rank. Its steps are those of journal.hpp.
class ChangeInProgress {
public:
    ChangeInProgress(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                     mpi::CommView comm, const mpi::IoRanks& io_ranks)
        : change_(change),
          journal_(journal_of(change)),
          file_(file),
          window_bytes_(window_of(chunk_bytes)),
          comm_(comm),
          copied_(share_of_copied(journal_, io_ranks)),
          moved_(share_of_moves(change.moves, io_ranks)) {}

    /// Collective. Rank 0 writes the journal's trailer, and reserves room for the copy and for the
    /// moved data.
    Status announce() {
        Status status;
        if (is_root()) {
            status = lock_mine();
            if (status.ok()) status = write_trailer(JournalStage::copying);
            if (status.ok()) status = reserve_behind_the_end();
        }
        return mpi::agree_at(comm_, status, root).status();
    }

    /// Reserves room for the copy and moved data; for new data that are not written yet, none.
    Status reserve_behind_the_end() {
        std::int64_t begin = journal_.copy_begin;
        std::int64_t end = journal_.old_file_bytes;
        for (const layout::Move& move : change_.moves) {
            begin = std::min(begin, move.to);
            end = std::max(end, move.to_end());
        }
        begin = std::max(begin, journal_.old_file_bytes);
        Status status;
        if (begin < end) status = file_.reserve(begin, end - begin);
        if (status.ok())
            status = file_.reserve(journal_.copy_begin, journal_.end() - journal_.copy_begin);
        return status;
    }

    /// Collective. Afterwards the old bytes are safe.
    Status keep_old_bytes() {
        const bool writes = copied_.begin < copied_.end;
        const Result<std::uint64_t> sum = copy_mine();
        Status status = sum.status();
        const std::int64_t failed = add_up(sum.ok() ? sum.value() : 0, !sum.ok());
        if (failed != 0) return mpi::agree(comm_, status).status();
        if (is_root()) status = write_trailer(JournalStage::copied);
        if (status.ok() && (writes || is_root())) status = file_.sync();
        return mpi::agree(comm_, status).status();
    }

    /// Collective.
    Status write_new_bytes() {
        const bool moves = moved_.begin < moved_.end;
        Status status = lock_mine();
        if (status.ok() && is_root()) status = write_trailer(JournalStage::overwriting);
        if (status.ok() && moves)
            status = relocate(change_.moves, journal_, file_, moved_, window_bytes_);
        if (status.ok() && is_root()) status = file_.write_at(0, change_.header);
        if (status.ok() && (moves || is_root())) status = file_.sync();
        return mpi::agree(comm_, status).status();
    }

    /// Collective. Makes the new state final, without a journal.
    Status finish() {
        Status status;
        if (is_root()) {
            status = file_.resize(change_.new_file_bytes);
            if (status.ok()) status = file_.sync();
        }
        return mpi::agree_at(comm_, status, root).status();
    }

    /// Collective. Before any old byte is overwritten: rank 0 cuts off the journal. False if even
    /// that fails; then the file must not be used until it is recovered, because the journal would
    /// undo later writes. The cut is not made durable: if the journal reappears after a power
    /// failure, it undoes only writes that were not synced.
    bool take_back() {
        std::array<std::int64_t, 1> is_old = {0};
        if (is_root()) is_old[0] = file_.resize(journal_.old_file_bytes).ok();
        comm_.broadcast(std::as_writable_bytes(std::span(is_old)), root);
        return is_old[0] != 0;
    }

private:
    [[nodiscard]] bool is_root() const { return comm_.rank() == root; }

    /// Called once, by ranks that write.
    Status lock_mine() {
        const bool takes_part =
            is_root() || copied_.begin < copied_.end || moved_.begin < moved_.end;
        if (!takes_part || lock_ != nullptr) return {};
        auto lock = lock_of_rank(file_, comm_.rank());
        if (lock.ok()) lock_ = std::move(lock).value();
        return lock.status();
    }

    Status write_trailer(JournalStage stage) {
        journal_.stage = stage;
        return file_.write_at(journal_.trailer_begin(), encode_trailer(journal_));
    }

    Result<std::uint64_t> copy_mine() {
        const Status locked = lock_mine();
        if (!locked.ok()) return locked;
        return transfer_copied(journal_, file_, {.from = Side::origin, .writes = true}, copied_,
                               window_bytes_);
    }

    /// Collective. The sum of all ranks' checksums, modulo 2^64, becomes the journal's. Returns how
    /// many ranks failed.
    std::int64_t add_up(std::uint64_t mine, bool failed) {
        constexpr std::uint64_t low = 0xffffffff;
        std::array<std::int64_t, 3> sums = {static_cast<std::int64_t>(mine & low),
                                            static_cast<std::int64_t>(mine >> 32), failed};
        comm_.all_reduce_sum(sums);
        journal_.checksum =
            static_cast<std::uint64_t>(sums[0]) + (static_cast<std::uint64_t>(sums[1]) << 32);
        return sums[2];
    }

    const Change& change_;
    Journal journal_;
    storage::File& file_;
    std::int64_t window_bytes_;
    mpi::CommView comm_;
    region::Interval copied_;
    region::Interval moved_;
    std::unique_ptr<storage::RangeLock> lock_;
};

/// Called on one rank. Lets the file system move the data; empty if it cannot.
std::optional<ChangeOutcome> let_system_move(const Change& change, storage::File& file) {
    if (change.moves.empty()) return std::nullopt;
    const auto lock = lock_of_rank(file, root);
    if (!lock.ok()) return ChangeOutcome{.status = lock.status()};
    const InsertionOutcome outcome = insert(change, file);
    using End = InsertionOutcome::End;
    if (outcome.end == End::untouched) return std::nullopt;
    return ChangeOutcome{.status = outcome.status, .interrupted = outcome.end == End::interrupted};
}

/// Collective. The ranks carry out the change together.
ChangeOutcome apply_together(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                             mpi::CommView comm, const mpi::IoRanks& io_ranks) {
    ChangeInProgress progress(change, file, chunk_bytes, comm, io_ranks);
    Status status = progress.announce();
    if (status.ok()) status = progress.keep_old_bytes();
    if (!status.ok()) return {status, !progress.take_back()};
    status = progress.write_new_bytes();
    if (status.ok()) status = progress.finish();
    return {status, !status.ok()};
}

/// Collective. All ranks get rank 0's outcome.
ChangeOutcome tell(const ChangeOutcome& at_root, mpi::CommView comm) {
    const mpi::Agreed agreed = mpi::agree_at(comm, at_root.status, root);
    if (agreed.ok()) return {};
    std::array<std::int64_t, 1> interrupted = {at_root.interrupted};
    comm.broadcast(std::as_writable_bytes(std::span(interrupted)), root);
    return {agreed.status(), interrupted[0] != 0};
}

/// Called on rank 0 alone.
ChangeOutcome apply_alone(const Change& change, storage::File& file, std::int64_t chunk_bytes) {
    if (const auto outcome = let_system_move(change, file)) return *outcome;
    const mpi::Comm self = mpi::Comm::self();
    return apply_together(change, file, chunk_bytes, self.view(), mpi::IoRanks(self.view()));
}

}  // namespace

ChangeOutcome apply_change(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                           mpi::CommView comm, mpi::IoRanks io_ranks) {
    std::int64_t bytes = 0;
    for (const layout::Move& move : change.moves) bytes += move.bytes();
    // For so little work, waiting for each other would take the ranks longer than the work itself.
    if (bytes <= chunk_bytes) {
        const bool mine = comm.rank() == root;
        return tell(mine ? apply_alone(change, file, chunk_bytes) : ChangeOutcome(), comm);
    }
    std::optional<ChangeOutcome> at_root;
    if (comm.rank() == root) at_root = let_system_move(change, file);
    std::array<std::int64_t, 1> has_moved = {at_root.has_value()};
    comm.broadcast(std::as_writable_bytes(std::span(has_moved)), root);
    if (has_moved[0] != 0) return tell(at_root.value_or(ChangeOutcome()), comm);
    return apply_together(change, file, chunk_bytes, comm, io_ranks);
}

}  // namespace weft::journal
