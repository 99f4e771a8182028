// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/transfers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dataset/persistence.hpp"
#include "dataset/pieces.hpp"
#include "dataset/prepare.hpp"
#include "dataset/put_values.hpp"
#include "engine/engine.hpp"
#include "mpi/agreed.hpp"
#include "mpi/together.hpp"

namespace weft::dataset {

using container::Prepared;
using container::Transfer;

void Transfers::allow_delayed_puts() {
    constexpr std::int64_t least_puts = 4;  // for which it pays to copy them
    const std::int64_t usual = core_.settings.open_chunk_bytes / 4;
    const auto& asked = core_.settings.write_behind_bytes;
    const WriteBehind::Limits most = asked ? WriteBehind::Limits{*asked, *asked}
                                           : WriteBehind::Limits{usual, usual / least_puts};
    behind_ = WriteBehind(most, core_.shared.state());
}

AccessRules Transfers::rules() const {
    return {.relaxed_coordinates = core_.switches.relaxed_coordinates};
}

bool Transfers::may_delay(Direction direction, Mode mode) const {
    const bool is_wanted = is_delay_asked() || core_.container->delays_puts();
    return direction == Direction::put && mode == Mode::collective && behind_.is_on() &&
           is_wanted && core_.container->is_one_file() && !core_.definition.schema.grows_freely();
}

bool Transfers::can_hold(const Prepared& prepared, std::int64_t bytes) {
    if (prepared.element_count == 0) return true;
    const bool is_wanted = is_delay_asked() || core_.container->delays_puts(prepared.variable_id);
    return is_wanted && behind_.make_room(bytes);
}

/// Collective in collective mode. Moves the bytes and updates what grows by them.
Status Transfers::carry_out(const Transfer& transfer, Mode mode, const Reach& reach) {
    const bool put = transfer.direction() == Direction::put;
    Status expected;
    if (put)
        expected = mpi::local([&] {
            core_.container->expect(reach.record_count, reach.lengths);
            return Status();
        });
    if (!expected.ok() && mode == Mode::independent) return expected;
    const std::vector<engine::FileRequest> requests = transfer.requests();
    engine::Outcome outcome;
    std::int64_t records = reach.record_count;
    if (mode == Mode::collective) {
        engine::Engine::CollectiveOutcome all =
            core_.engine().run_collective(transfer.direction(), requests, records);
        outcome = std::move(all.outcome);
        records = all.maximum;
    } else {
        outcome = core_.engine().run_independent(transfer.direction(), requests);
    }
    Status status = std::move(outcome.status);
    status.keep_first(std::move(expected));
    if (put) {
        core_.condition.write_failure.keep_first(status);
        core_.condition.changed = true;
        // In independent mode the others learn of new records at the next synchronisation.
        if (mode == Mode::collective) {
            status.keep_first(add_records(core_, records));
        } else {
            std::int64_t& known = core_.definition.schema.record_count;
            known = std::max(known, records);
        }
        raise_lengths(core_, reach.lengths, mode == Mode::collective);
    }
    if (!outcome.all_in_range)
        status.keep_first({Code::erange, "a value does not fit its target type"});
    return status;
}

Status Transfers::access(const Access& access) {
    Prepared prepared;
    Status status = mpi::local([&] {
        const Status good = prepare(core_.definition, rules(), access, prepared);
        return good.ok() ? core_.container->learn(prepared) : good;
    });
    if (access.mode == Mode::independent) {
        if (!status.ok() || prepared.element_count == 0) return status;
        return carry_out(transfer_of(*core_.container, prepared), access.mode,
                         reach_of(core_.definition, prepared));
    }
    if (core_.switches.safe_mode) {
        status = mpi::agree(core_.comm(), status).status();
        if (!status.ok()) return status;
    }
    if (!status.ok()) {
        prepared = Prepared();
        prepared.direction = access.direction;
    }
    if (may_delay(access.direction, access.mode))
        return put_behind(std::move(status), std::move(prepared));
    status.keep_first(flush());
    status.keep_first(carry_out(transfer_of(*core_.container, prepared), access.mode,
                                reach_of(core_.definition, prepared)));
    status.keep_first(core_.container->after_put());
    return status;
}

Status Transfers::access_many(Direction direction, Mode mode, const std::vector<Access>& accesses) {
    Batch batch;
    Status status;
    for (const Access& access : accesses) {
        status = mpi::local([&] {
            Prepared prepared;
            Status mine = prepare(core_.definition, rules(), access, prepared);
            if (mine.ok()) mine = core_.container->learn(prepared);
            if (mine.ok()) batch.add(*core_.container, prepared, nullptr);
            return mine;
        });
        if (!status.ok()) break;
    }
    if (core_.switches.safe_mode && mode == Mode::collective) {
        status = mpi::agree(core_.comm(), status).status();
        if (!status.ok()) return status;
    }
    if (!status.ok()) batch = Batch();
    if (!status.ok() && mode == Mode::independent) return status;
    if (may_delay(direction, mode)) {
        // Other ranks may be putting a single array, and asking whether all ranks can delay it.
        const auto ranks = core_.engine().share_facts(WriteBehind::Facts{});
        if (!ranks.ok()) return ranks.status();
    }
    const Status flushed = flush();
    Transfer& transfer = batch.of(direction);
    transfer.sort();
    status.keep_first(carry_out(transfer, mode, batch.reach()));
    status.keep_first(flushed);
    if (mode == Mode::collective) status.keep_first(core_.container->after_put());
    return status;
}

Status Transfers::complete(Mode mode, Batch& batch) {
    Transfer& puts = batch.of(Direction::put);
    Transfer& gets = batch.of(Direction::get);
    std::array<std::int64_t, 2> has = {!puts.empty(), !gets.empty()};
    if (mode == Mode::collective && core_.comm().size() > 1) core_.comm().all_reduce_max(has);
    Status status;
    if (has[0] != 0) {
        puts.sort();
        status = carry_out(puts, mode, batch.reach());
        puts.clear();
    }
    // iput has already reported values out of range.
    if (status.code() == Code::erange) status = {};
    if (has[1] != 0) {
        gets.sort();
        status.keep_first(carry_out(gets, mode, {}));
    }
    return status;
}

/// Collective. Delays the put, unless a rank cannot delay its own: then all ranks write their
/// delayed puts and this one. Values out of range are reported now; a failure of storage is
/// reported by the call that meets it.
Status Transfers::put_behind(Status mine, Prepared prepared) {
    const Transfer transfer = transfer_of(*core_.container, prepared);
    const engine::Request& put = *transfer.requests().back().request;
    const std::int64_t record_count = records_after(core_.definition, prepared);
    using Facts = WriteBehind::Facts;
    const Result<std::vector<Facts>> ranks =
        core_.engine().share_facts(Facts{can_hold(prepared, put.bytes()),
                                         record_count,
                                         {prepared.variable_id, put.begin(), put.end()}});
    if (!ranks.ok()) return ranks.status();
    const bool can_hold = std::ranges::all_of(ranks.value(), [this](const Facts& rank) {
        return rank.has_room != 0 && !behind_.touches_held(rank.extent);
    });
    if (!can_hold) {
        mine.keep_first(flush());
        mine.keep_first(
            carry_out(transfer, Mode::collective, reach_of(core_.definition, prepared)));
        mine.keep_first(core_.container->after_put());
        return mine;
    }
    // What all ranks must know comes before steps that can fail on one of them.
    note_delayed(ranks.value());
    if (!put.pieces.empty()) {
        mine.keep_first(convert(core_.definition, prepared, behind_.room()));
        use_converted(prepared, behind_.room());
        behind_.hold(transfer_of(*core_.container, prepared));
    }
    return mine;
}

void Transfers::note_delayed(const std::vector<WriteBehind::Facts>& ranks) {
    holds_puts_ = true;
    std::int64_t& known = core_.definition.schema.record_count;
    std::vector<WriteBehind::Extent> extents;
    for (const WriteBehind::Facts& rank : ranks) {
        extents.push_back(rank.extent);
        known = std::max(known, rank.record_count);
    }
    behind_.note_extents(std::move(extents));
}

/// A failure concerns puts of earlier calls, so all ranks get it.
Status Transfers::flush() {
    if (!holds_puts_) return {};
    holds_puts_ = false;
    Status status =
        carry_out(behind_.transfer(), Mode::collective,
                  {.record_count = core_.definition.schema.record_count, .lengths = {}});
    behind_.clear();
    status.keep_first(core_.container->after_put());
    return mpi::agree(core_.comm(), status).status();
}

}  // namespace weft::dataset
