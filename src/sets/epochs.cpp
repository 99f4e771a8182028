// SPDX-License-Identifier: BSD-3-Clause
// Records that are still to come go to other files (parts/epochs.hpp).
//
// An epoch begins behind a collective put, when all ranks know of the same records, and nothing of
// an access is underway whose places in files are known already. As in a change of definitions,
// the new parts are made first, and the master, which makes them count, changes last and by its
// journal, when all else is on disk: a crash leaves the set without the epoch, and at most files
// that the next one replaces.
//
// Other communicators that have the set open for writing know only the table that they have read.
// So an epoch begins only without such company (engine/window/other_writers.hpp), and behind all
// records that the master counts.
#include "parts/epochs.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "container/constants.hpp"
#include "format/header_writer.hpp"
#include "mpi/agreed.hpp"
#include "sets/set.hpp"

namespace weft::sets {
namespace {

/// Rank 0. False when another communicator may write to the set: it would go on by the table that
/// it has read. None begins to while the lock is held. True also where nobody can know.
bool is_alone(engine::OtherWriters& company, engine::OtherWriters::Hold& lock) {
    if (!company.is_known()) return true;
    lock = company.keep_out();
    return lock != nullptr;
}

/// Whether data of the program's variables in the master change their places, where readers that
/// have the set open would not find them.
bool moves_data(const format::Schema& before, const format::Schema& now,
                const format::Schema& whole) {
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (before.variable(id).begin != now.variable(id).begin) return true;
    }
    return false;
}

}  // namespace

Status Set::after_put() {
    const Settings::Parts& asked = context_.settings.parts;
    const std::int64_t every = asked.epoch_records;
    const bool may_begin = every > 0 || asked.watches_targets;
    if (files_ == nullptr || !may_begin || !begins_epochs_ || !context_.shared.is_writable() ||
        condition().broken)
        return {};
    const parts::Table& table = files_->table();
    const std::int64_t records = definition().schema.record_count;
    if (!parts::has_records(definition().schema, table) || records <= table.epochs.back())
        return {};
    if (every > 0) {
        if (records < table.epochs.back() + every) return {};
        return begin_epoch(parts::next_targets(table));
    }
    if (table.epoch_count() >= parts::most_epochs) return {};
    if (!watched_) watched_.emplace(definition().schema, table);
    const auto better = watched_->look(context_.shared, table, records * definition().record_pitch);
    if (!better) return {};
    const int epochs = table.epoch_count();
    const Status begun = begin_epoch(*better);
    const parts::Table& now = files_->table();
    if (now.epoch_count() > epochs) {
        condition().notes.push_back(watched_->in_words(now.epochs.back(), *better));
    } else {
        watched_->ask_again();
    }
    return begun;
}

/// Collective. `targets`: of each range, among those of the set. A failure that leaves the set as
/// it was is none of the program's: it goes on in the epoch of before, as it does while others
/// write to the set, too.
Status Set::begin_epoch(std::span<const int> targets) {
    // Others who have written to the set may have counted more records, in the files of before.
    constexpr std::int64_t none = -1;
    engine::OtherWriters::Hold lock;
    std::array<std::int64_t, 1> counted = {none};
    if (is_root() && is_alone(company(), lock)) {
        const Result<std::int64_t> records = records_in_file();
        if (records.ok()) counted[0] = records.value();
    }
    comm().broadcast(std::as_writable_bytes(std::span(counted)), container::root);
    if (counted[0] == none) return {};
    definition().schema.record_count = std::max(definition().schema.record_count, counted[0]);
    const Status named = check_names(files_->table());
    if (!named.ok()) {
        begins_epochs_ = false;
        condition().notes.push_back("no part files for new records can be made: " +
                                    named.context());
        return {};
    }
    const Status made = make_epoch(targets);
    begins_epochs_ = made.ok();
    if (made.ok() || condition().broken) return made;
    condition().notes.push_back("no part files for new records could be made: " + made.context());
    return {};
}

/// Collective. A failure leaves the set as it was, unless the change of the master was interrupted.
Status Set::make_epoch(std::span<const int> targets) {
    FileSet& before = *files_;
    const int first = before.table().part_count();
    definition().before = definition().schema;
    begin_change();
    const Result<std::shared_ptr<FileSet>> next =
        files_of(parts::with_epoch(before.table(), definition().schema.record_count, targets),
                 {.variable_align = definition().alignment.variable_align,
                  .record_align = definition().alignment.record_align});
    Status mine = next.status();
    if (mine.ok() &&
        moves_data(before.master().schema, next.value()->master().schema, *definition().before))
        mine = {Code::enotsupport, "the master has no room for one more epoch"};
    Status status = mpi::agree(comm(), mine).status();
    if (status.ok()) {
        std::vector<int> made;
        status = write_epoch(next.value(), first, made);
        if (status.ok()) {
            next.value()->take_known(before);
            files_ = next.value();
        } else if (!condition().broken) {
            part_files().remove({definition().schema, next.value()->table()}, made);
        }
        comm().barrier();
    }
    definition().before.reset();
    return status;
}

/// Collective. The parts from `first` on, and then the master.
Status Set::write_epoch(const std::shared_ptr<FileSet>& next, int first, std::vector<int>& made) {
    part_files().attach(next);
    Status mine = part_files().make({definition().schema, next->table()}, definition().alignment,
                                    made, first);
    // The master survives a power failure: so must what it names, and the records it counts.
    const Status synced = context_.shared.sync();
    condition().lost_by_sync.keep_first(synced);
    mine.keep_first(synced);
    Status status = mpi::agree(comm(), mine).status();
    PooledBytes header = format::write_header(next->master().schema);
    if (status.ok()) status = change_master(*next, header);
    if (!status.ok()) return status;
    recorded_ = definition().schema.record_count;
    if (is_root()) {
        condition().write_failure.keep_first(write_helpers(*next, definition().schema));
        header_in_file_ = std::move(header);
    }
    return {};
}

}  // namespace weft::sets
