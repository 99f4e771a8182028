// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/persistence.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dataset/constants.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {

Status raise_record_count(Core& core, std::int64_t record_count) {
    std::int64_t& known = core.definition.schema.record_count;
    known = std::max(known, record_count);
    const Status status = core.container->announce_records();
    core.condition.write_failure.keep_first(status);
    return status;
}

Status add_records(Core& core, std::int64_t record_count) {
    const std::int64_t known = core.definition.schema.record_count;
    if (record_count > known) core.container->begin_records(known);
    return raise_record_count(core, record_count);
}

void raise_lengths(Core& core, std::vector<std::int64_t> lengths, bool meets) {
    model::Schema& schema = core.definition.schema;
    if (!schema.grows_freely()) return;
    lengths.resize(static_cast<std::size_t>(schema.dimension_count()));
    if (meets && core.comm().size() > 1) core.comm().all_reduce_max(lengths);
    for (int id = 0; id < schema.dimension_count(); ++id)
        if (schema.dimension(id).is_unlimited)
            schema.raise_length(id, lengths[static_cast<std::size_t>(id)]);
}

Status share_record_count(Core& core) {
    const model::Schema& schema = core.definition.schema;
    if (core.shared.is_writable() && core.check_intact().ok())
        raise_lengths(core, schema.lengths(), true);
    // After an interrupted change nobody knows where the files have their count.
    const bool has_count =
        core.shared.is_writable() && core.check_intact().ok() && core.definition.record_pitch != 0;
    if (!has_count) return {};
    std::array<std::int64_t, 1> count = {core.definition.schema.record_count};
    if (core.comm().size() > 1) core.comm().all_reduce_max(count);
    const Status raised = raise_record_count(core, count[0]);
    if (!core.shared.stage().is_on()) core.container->finish_records();
    return raised;
}

Status take_up_records(Core& core) {
    const bool may_grow = core.definition.schema.record_dimension() >= 0;
    if (!may_grow || !core.container->follows_records()) return {};
    return core.container->take_up_records();
}

Status complete_files(Core& core, bool is_independent, Durability durability) {
    container::Condition& condition = core.condition;
    const auto sync = [&] {
        if (durability == Durability::power_failure)
            condition.lost_by_sync.keep_first(core.shared.sync());
    };
    condition.write_failure.keep_first(core.container->gather_puts());
    // What the stage could not move is not lost: the next call tries again.
    Status drained = core.shared.stage().drain();
    // Data first: a record count that survives a power failure must not include lost records.
    if (drained.ok()) sync();
    core.comm().barrier();
    const std::int64_t announced = core.container->put_bytes();
    (void)share_record_count(core);  // the failure is kept
    bool changed = false;
    condition.write_failure.keep_first(core.container->announce_rest(changed));
    if (drained.ok()) drained = core.shared.stage().drain();
    if (drained.ok() && (changed || core.container->put_bytes() != announced)) sync();
    if (drained.ok() && durability == Durability::power_failure)
        condition.lost_by_sync.keep_first(core.shared.stage().sync_values());
    if (drained.ok()) core.container->finish_records();
    condition.write_failure.keep_first(std::move(drained));
    Status mine = condition.write_failure;
    mine.keep_first(condition.lost_by_sync);
    if (is_independent) mine.keep_first(core.shared.show_each_other());
    const mpi::Agreed told = mpi::agree(core.comm(), mine);
    condition.write_failure = {};
    return told.status();
}

Status finish_files(Core& core, bool was_independent) {
    const mpi::CommView comm = core.comm();
    std::array<std::int64_t, 2> worst = {core.definition.schema.record_count,
                                         core.condition.changed ? 1 : 0};
    if (was_independent && comm.size() > 1) comm.all_reduce_max(worst);
    const bool is_changed = worst[1] != 0;
    if (was_independent) raise_lengths(core, core.definition.schema.lengths(), true);
    if (was_independent) core.condition.write_failure.keep_first(core.container->gather_puts());
    Status mine = core.condition.write_failure;
    mine.keep_first(core.condition.lost_by_sync);
    if (!core.shared.stage().detaches()) mine.keep_first(core.shared.stage().pass(true));
    if (is_changed && core.definition.record_pitch > 0) {
        comm.barrier();  // all ranks have written what is counted now
        mine.keep_first(raise_record_count(core, worst[0]));
    }
    mine.keep_first(core.container->settle_sizes(is_changed));
    if (!is_changed) return mine;
    // The next program that opens the file on rank 0's host must see the writes of the other hosts.
    if (was_independent) mine.keep_first(core.shared.show_each_other());
    if (core.settings.durable_close) {
        mine.keep_first(core.shared.sync());
        comm.barrier();
        if (comm.rank() == root) mine.keep_first(core.shared.file().bytes->sync());
    }
    return mine;
}

}  // namespace weft::dataset
