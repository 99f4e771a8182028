// SPDX-License-Identifier: BSD-3-Clause
// Data access: every data function of the interface arrives here as an Access.
#include <fmt/format.h>

#include <algorithm>

#include "dataset/dataset.hpp"
#include "dataset/pieces.hpp"
#include "dataset/prepare.hpp"
#include "dataset/put_values.hpp"
#include "engine/trace/documents.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {

/// Collective in collective mode. Moves the bytes and updates the record count.
Status Dataset::carry_out(const Transfer& transfer, Mode mode, std::int64_t record_count) {
    const bool put = transfer.direction() == Direction::put;
    const std::vector<engine::FileRequest> requests = transfer.requests();
    engine::Outcome outcome;
    std::int64_t records = record_count;
    if (mode == Mode::collective) {
        engine::Engine::CollectiveOutcome all =
            engine().run_collective(transfer.direction(), requests, record_count);
        outcome = std::move(all.outcome);
        records = all.maximum;
    } else {
        outcome = engine().run_independent(transfer.direction(), requests);
    }
    Status status = std::move(outcome.status);
    if (put) {
        condition_.write_failure.keep_first(status);
        changed_ = true;
        // In independent mode the others learn of new records at the next synchronisation.
        if (mode == Mode::collective) {
            status.keep_first(note_record_count(records));
        } else {
            definition_.schema.record_count = std::max(definition_.schema.record_count, records);
        }
    }
    if (!outcome.all_in_range)
        status.keep_first({Code::erange, "a value does not fit its target type"});
    return status;
}

/// Errors that are the same on all ranks, so that every rank may return at once.
Status Dataset::check_mode(const Access& access) const {
    if (condition_.broken) return interrupted_change();
    if (access.direction == Direction::put && !is_writable()) {
        return {Code::eperm, "the file was opened for reading only"};
    }
    if (access.completion != Completion::blocking) return {};
    if (state_ == State::define) return {Code::eindefine, "data access needs data mode"};
    if (access.mode == Mode::collective && state_ == State::independent) {
        return {Code::eindep, "collective access needs collective data mode"};
    }
    if (access.mode == Mode::independent && state_ == State::collective) {
        return {Code::enotindep, "independent access needs independent data mode"};
    }
    return {};
}

Status Dataset::access(const Access& access) {
    Status status = check_mode(access);
    if (!status.ok()) return status;
    if (access.completion != Completion::blocking) return post(access);
    Prepared prepared;
    status = mpi::local([&] {
        const Status good = prepare(definition_, rules(), access, prepared);
        return good.ok() ? container_->learn(prepared) : good;
    });
    if (access.mode == Mode::independent) {
        if (!status.ok() || prepared.element_count == 0) return status;
        return carry_out(transfer_of(*container_, prepared), access.mode,
                         records_after(definition_, prepared));
    }
    if (switches_.safe_mode) {
        status = mpi::agree(comm(), status).status();
        if (!status.ok()) return status;
    }
    // A rank with an error takes part with an empty request, so that the others can go on.
    if (!status.ok()) {
        prepared = Prepared();
        prepared.direction = access.direction;
    }
    if (access.direction == Direction::put && behind_.is_on() && container_->is_one_file())
        return put_behind(std::move(status), std::move(prepared));
    status.keep_first(flush());
    status.keep_first(carry_out(transfer_of(*container_, prepared), access.mode,
                                records_after(definition_, prepared)));
    status.keep_first(container_->after_put());
    return status;
}

/// Collective. Delays the put, unless a rank cannot delay its own: then all ranks write their
/// delayed puts and this one. Values out of range are reported now; the call that meets a failure
/// of storage reports that.
Status Dataset::put_behind(Status mine, Prepared prepared) {
    Transfer transfer = transfer_of(*container_, prepared);
    const engine::Request& put = transfer.first();
    const std::int64_t record_count = records_after(definition_, prepared);
    using Facts = WriteBehind::Facts;
    const Result<std::vector<Facts>> ranks =
        engine().share_facts(Facts{behind_.make_room(put.bytes()),
                                   record_count,
                                   {prepared.variable_id, put.begin(), put.end()}});
    if (!ranks.ok()) return ranks.status();
    const bool can_hold = std::ranges::all_of(ranks.value(), [this](const Facts& rank) {
        return rank.has_room != 0 && !behind_.touches_held(rank.extent);
    });
    if (!can_hold) {
        mine.keep_first(flush());
        mine.keep_first(carry_out(transfer, Mode::collective, record_count));
        return mine;
    }
    // What all ranks must know comes before steps that can fail on one of them.
    holds_puts_ = true;
    std::vector<WriteBehind::Extent> extents;
    for (const Facts& rank : ranks.value()) {
        extents.push_back(rank.extent);
        definition_.schema.record_count =
            std::max(definition_.schema.record_count, rank.record_count);
    }
    behind_.note_extents(std::move(extents));
    if (!put.pieces.empty()) {
        mine.keep_first(convert(definition_, prepared, behind_.room()));
        use_converted(prepared, behind_.room());
        behind_.hold(std::move(transfer_of(*container_, prepared).first()));
    }
    return mine;
}

/// A failure concerns puts of earlier calls, so all ranks get it.
Status Dataset::flush() {
    if (!holds_puts_) return {};
    holds_puts_ = false;
    const Status status =
        carry_out(behind_.transfer(), Mode::collective, definition_.schema.record_count);
    behind_.clear();
    return mpi::agree(comm(), status).status();
}

std::int64_t Dataset::put_bytes() const {
    return container_->put_bytes() + engine().report().put_bytes + behind_.held_bytes();
}

std::int64_t Dataset::get_bytes() const {
    return container_->get_bytes() + engine().report().get_bytes;
}

std::string Dataset::report() const {
    std::string text = engine::as_text(engine().report());
    for (const std::string& note : condition_.notes) text += fmt::format("  note:      {}\n", note);
    return text;
}

}  // namespace weft::dataset
