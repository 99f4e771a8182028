// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/journal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "dataset/journal_format.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int root = 0;
constexpr std::size_t record_bytes = 5 * sizeof(std::int64_t);

/// Reads a part of the file that is known to be there. An early end is a failure and never "no
/// journal": whoever believed it would cut off what the file cannot do without.
Status read_all(storage::File& file, std::int64_t offset, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = file.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    if (got.value() == static_cast<std::int64_t>(bytes.size())) return {};
    return {Code::eread,
            fmt::format("the file ends at offset {}, within its journal", offset + got.value())};
}

/// Carries out a plan whose journal is in the file already.
class Movement {
public:
    Movement(const JournalPlan& plan, const JournalPlaces& places, storage::File& file,
             mpi::CommView comm, mpi::Crew crew)
        : plan_(plan), places_(places), file_(file), comm_(comm), crew_(crew) {}

    /// Every step from `first` (the highest that is not done) down, then the header.
    Status run_from(std::int64_t first, std::int64_t sequence) {
        sequence_ = sequence;
        for (std::int64_t step = first; step >= 0; --step) {
            const Status status = run_step(step);
            if (!status.ok()) return status;
        }
        return finish();
    }

    /// The step that a record announces, once more.
    Status repeat(const JournalRecord& record) {
        begin_step(record.step);
        const std::int64_t slot = slot_of(record.step) + (share_begin_ - step_begin_);
        const Status status = record.in_slot != 0 ? read_all(file_, slot, bytes_) : read_sources();
        return settle(status.ok() ? write_targets() : status, true);
    }

    /// A step or the header has been announced, so that the old state can no longer be had. The
    /// same on all ranks.
    [[nodiscard]] bool has_begun() const { return has_begun_; }

    Status finish() {
        Status status =
            announce({.sequence = ++sequence_, .step = JournalRecord::header_step, .in_slot = 0});
        if (!status.ok()) return status;
        if (comm_.rank() == root) {
            status = file_.write_at(0, plan_.header);
            if (status.ok()) status = file_.sync();
            if (status.ok()) status = file_.resize(plan_.new_file_bytes);
            if (status.ok()) status = file_.sync();
        }
        return mpi::agree_at(comm_, status, root).status();
    }

private:
    [[nodiscard]] std::int64_t slot_of(std::int64_t step) const {
        return places_.slots + (step % 2) * plan_.step_bytes;
    }

    /// This rank's share of a step, in the stream of all moves.
    void begin_step(std::int64_t step) {
        step_begin_ = step * plan_.step_bytes;
        const std::int64_t step_end = std::min(step_begin_ + plan_.step_bytes, plan_.total_bytes());
        const mpi::Crew::Share share = crew_.share_of(step_end - step_begin_);
        share_begin_ = step_begin_ + share.begin;
        const std::int64_t share_end = step_begin_ + share.end;
        stretches_ = layout::stretches_of(plan_.moves, share_begin_, share_end);
        bytes_.resize(static_cast<std::size_t>(share_end - share_begin_));
        const std::vector<layout::Stretch> whole =
            layout::stretches_of(plan_.moves, step_begin_, step_begin_ + 1);
        const std::vector<layout::Stretch> last =
            layout::stretches_of(plan_.moves, step_end - 1, step_end);
        // Targets rise with their sources, so the ends tell whether any target touches any source.
        needs_slot_ = whole.front().to < last.front().from + 1;
    }

    Status run_step(std::int64_t step) {
        begin_step(step);
        Status status = read_sources();
        if (status.ok() && needs_slot_)
            status = file_.write_at(slot_of(step) + (share_begin_ - step_begin_), bytes_);
        status = settle(status, needs_slot_);
        if (!status.ok()) return status;
        status = announce({.sequence = ++sequence_, .step = step, .in_slot = needs_slot_});
        if (!status.ok()) return status;
        return settle(write_targets(), true);
    }

    /// Collective. All ranks have come this far, and what they wrote is durable.
    Status settle(Status mine, bool has_written) {
        if (mine.ok() && has_written) mine = file_.sync();
        return mpi::agree(comm_, mine).status();
    }

    Status announce(const JournalRecord& record) {
        Status status;
        if (comm_.rank() == root) {
            status = file_.write_at(places_.records + (record.sequence % 2) * journal_record_pitch,
                                    encode(record));
            if (status.ok()) status = file_.sync();
        }
        status = mpi::agree_at(comm_, status, root).status();
        has_begun_ = has_begun_ || status.ok();
        return status;
    }

    /// Sources lie in front of the journal, so none ends early, even where the old data did.
    Status read_sources() {
        std::span<std::byte> rest(bytes_);
        for (const layout::Stretch& stretch : stretches_) {
            const auto length = static_cast<std::size_t>(stretch.length);
            const Status status = read_all(file_, stretch.from, rest.first(length));
            if (!status.ok()) return status;
            rest = rest.subspan(length);
        }
        return {};
    }

    Status write_targets() {
        std::span<const std::byte> rest(bytes_);
        for (const layout::Stretch& stretch : stretches_) {
            const auto length = static_cast<std::size_t>(stretch.length);
            const Status status = file_.write_at(stretch.to, rest.first(length));
            if (!status.ok()) return status;
            rest = rest.subspan(length);
        }
        return {};
    }

    const JournalPlan& plan_;
    const JournalPlaces& places_;
    storage::File& file_;
    mpi::CommView comm_;
    mpi::Crew crew_;
    std::int64_t sequence_ = 0;
    std::int64_t step_begin_ = 0;
    std::int64_t share_begin_ = 0;
    bool needs_slot_ = true;
    bool has_begun_ = false;
    std::vector<layout::Stretch> stretches_;
    std::vector<std::byte> bytes_;
};

/// Rank 0: plan, empty records and trailer, durable before anything else happens.
Status write_journal(const JournalPlan& plan, const JournalPlaces& places, storage::File& file) {
    const std::vector<std::byte> no_records(2 * journal_record_pitch);
    Status status = file.write_at(places.begin, encode(plan));
    if (status.ok()) status = file.write_at(places.records, no_records);
    if (status.ok()) status = file.sync();
    if (status.ok()) status = file.write_at(places.trailer, encode(places));
    if (status.ok()) status = file.sync();
    return status;
}

Result<std::optional<JournalRecord>> newest_record(storage::File& file,
                                                   const JournalPlaces& places) {
    std::optional<JournalRecord> newest;
    for (int i = 0; i < 2; ++i) {
        std::array<std::byte, record_bytes> bytes{};
        const Status status = read_all(file, places.records + i * journal_record_pitch, bytes);
        if (!status.ok()) return status;
        const auto record = decode_record(bytes);
        if (record && (!newest || record->sequence > newest->sequence)) newest = record;
    }
    return newest;
}

Result<std::optional<JournalPlaces>> find_journal(storage::File& file) {
    const Result<std::int64_t> size = file.size();
    if (!size.ok()) return size.status();
    if (size.value() < journal_trailer_bytes) return std::optional<JournalPlaces>();
    std::array<std::byte, journal_trailer_bytes> trailer{};
    const Status status = read_all(file, size.value() - journal_trailer_bytes, trailer);
    if (!status.ok()) return status;
    return decode_trailer(trailer, size.value());
}

/// Held while a definition is changed, so that nobody takes a change that goes on for one that was
/// interrupted. Ends with the process that holds it. Null where the file system cannot lock.
Result<std::unique_ptr<storage::RangeLock>> lock_definition(storage::File& file) {
    auto lock = file.lock(journal_lock_byte, 1);
    if (lock.code() == Code::enotsupport) return std::unique_ptr<storage::RangeLock>();
    return lock;
}

/// Collective. Rank 0 cuts off a journal that nothing was announced in. False when even that fails:
/// then the journal would cut off what is written behind the old end later, and the file must not
/// be used until it is recovered.
bool take_back(const JournalPlan& plan, storage::File& file, mpi::CommView comm) {
    std::array<std::int64_t, 1> is_old = {0};
    if (comm.rank() == root) is_old[0] = file.resize(plan.old_file_bytes).ok();
    comm.broadcast(std::as_writable_bytes(std::span(is_old)), root);
    return is_old[0] != 0;
}

/// Looks again: whoever held the lock may have come to an end.
Result<bool> recover_locked(storage::File& file) {
    const auto found = find_journal(file);
    if (!found.ok()) return found.status();
    if (!found.value()) return false;
    const JournalPlaces places = *found.value();
    std::vector<std::byte> bytes(static_cast<std::size_t>(places.plan_bytes));
    Status status = read_all(file, places.begin, bytes);
    if (!status.ok()) return status;
    const auto plan = decode_plan(bytes, places);
    if (!plan) return Status(Code::enotnc, "the journal of an interrupted change is damaged");
    const auto newest = newest_record(file, places);
    if (!newest.ok()) return newest.status();
    const std::optional<JournalRecord>& record = newest.value();
    if (!record) {
        status = file.resize(plan->old_file_bytes);
        if (status.ok()) status = file.sync();
        if (!status.ok()) return status;
        return true;
    }
    const mpi::Comm self = mpi::Comm::self();
    Movement movement(*plan, places, file, self.view(), mpi::Crew(self.view()));
    std::int64_t next = record->step;
    if (next < JournalRecord::header_step || next >= plan->step_count())
        return Status(Code::enotnc, "the journal of an interrupted change is damaged");
    if (next >= 0) {
        status = movement.repeat(*record);
        if (!status.ok()) return status;
        --next;
    }
    status = movement.run_from(next, record->sequence);
    if (!status.ok()) return status;
    return true;
}

}  // namespace

ChangeOutcome apply_change(const Change& change, storage::File& file, std::int64_t chunk_bytes,
                           mpi::CommView comm, mpi::Crew crew) {
    JournalPlan plan{.header = change.header,
                     .moves = change.moves,
                     .old_file_bytes = change.old_file_bytes,
                     .new_file_bytes = change.new_file_bytes,
                     .step_bytes = 0};
    plan.step_bytes = std::min({std::max<std::int64_t>(plan.total_bytes(), 1),
                                chunk_bytes * crew.count(), journal_largest_step});
    const auto plan_bytes = static_cast<std::int64_t>(encode(plan).size());
    const JournalPlaces places =
        journal_places(std::max(change.old_file_bytes, change.new_file_bytes), plan_bytes,
                       plan.step_bytes, !plan.moves.empty());
    Status status;
    std::unique_ptr<storage::RangeLock> lock;
    if (comm.rank() == root) {
        auto taken = lock_definition(file);
        status = taken.status();
        if (status.ok()) lock = std::move(taken).value();
        if (status.ok()) status = write_journal(plan, places, file);
    }
    const mpi::Agreed begun = mpi::agree_at(comm, status, root);
    if (!begun.ok()) return {begun.status(), !take_back(plan, file, comm)};
    Movement movement(plan, places, file, comm, crew);
    status = movement.run_from(plan.step_count() - 1, 0);
    if (status.ok()) return {};
    return {status, movement.has_begun() || !take_back(plan, file, comm)};
}

Result<bool> is_interrupted(storage::File& file) {
    const auto places = find_journal(file);
    if (!places.ok()) return places.status();
    return places.value().has_value();
}

Result<bool> recover(storage::File& file) {
    const Result<bool> interrupted = is_interrupted(file);
    if (!interrupted.ok() || !interrupted.value()) return interrupted;
    const auto lock = lock_definition(file);
    if (!lock.ok()) return lock.status();
    return recover_locked(file);
}

Status recover_if_interrupted(storage::Store& store, const std::string& path, storage::File& file,
                              bool writable) {
    const Result<bool> interrupted = is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (!interrupted.value()) return {};
    if (writable) return recover(file).status();
    Result<std::unique_ptr<storage::File>> again = store.open(path, {.writable = true});
    if (!again.ok()) {
        return {Code::efile,
                fmt::format(
                    "'{}' holds an interrupted change of its definition; run `weft recover`, which "
                    "needs permission to write: {}",
                    path, again.status().context())};
    }
    const Result<bool> recovered = recover(*again.value());
    const Status closed = again.value()->close();
    return recovered.ok() ? closed : recovered.status();
}

}  // namespace weft::dataset
