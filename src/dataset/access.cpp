// SPDX-License-Identifier: BSD-3-Clause
// Data access: every data function of the interface arrives here as an Access.
#include <fmt/format.h>

#include <algorithm>

#include "dataset/dataset.hpp"
#include "layout/layout.hpp"
#include "mpi/agreed.hpp"
#include "types/copy.hpp"

namespace weft::dataset {
namespace {

engine::Direction engine_direction(Direction direction) {
    return direction == Direction::put ? engine::Direction::put : engine::Direction::get;
}

}  // namespace

/// How elements of an access change on their way. Values that bput has converted already only move.
engine::Codec Dataset::codec_of(const Prepared& prepared) const {
    const format::Variable& variable = schema_.variable(prepared.variable_id);
    const int external_bytes = types::size_of(variable.type);
    if (prepared.converted)
        return {.kernels = &types::copy_kernels(external_bytes),
                .external_bytes = external_bytes,
                .memory_bytes = external_bytes,
                .fill = {}};
    return {.kernels = types::find_kernels(variable.type, prepared.memory, byte_rule()),
            .external_bytes = external_bytes,
            .memory_bytes = types::size_of(prepared.memory),
            .fill = fill_of(prepared.variable_id).value};
}

void Dataset::add_pieces(const Prepared& prepared, std::vector<engine::Piece>& pieces) const {
    if (prepared.element_count == 0) return;
    const format::Variable& variable = schema_.variable(prepared.variable_id);
    const std::size_t rank = variable.dimension_ids.size();
    const engine::Piece model{.file = {},
                              .memory = prepared.pattern,
                              .address = prepared.address,
                              .codec = codec_of(prepared),
                              .out_of_range = prepared.out_of_range};
    const std::int64_t* block = prepared.blocks.data();
    std::int64_t element = 0;
    for (std::int64_t i = 0; i < prepared.block_count; ++i, block += 3 * rank) {
        engine::Piece& piece = pieces.emplace_back(model);
        piece.file = layout::file_nest(schema_, variable, layout_.record_bytes, block, block + rank,
                                       block + 2 * rank);
        if (prepared.runs) element = prepared.runs->block_memory[static_cast<std::size_t>(i)];
        piece.first_element = element;
        element += piece.file.bytes() / model.codec.external_bytes;
    }
    if (prepared.runs) add_runs(prepared, model, pieces);
}

/// The contiguous blocks of a list: regular ones as nests, the others as one piece.
void Dataset::add_runs(const Prepared& prepared, const engine::Piece& model,
                       std::vector<engine::Piece>& pieces) const {
    const format::Variable& variable = schema_.variable(prepared.variable_id);
    const region::ElementPlaces places =
        layout::element_places(schema_, variable, layout_.record_bytes);
    RunTable& table = *prepared.runs;
    if (!table.sorted) {
        for (const region::Run& run : region::sort_disjoint(table.runs))
            table.patterns.push_back(
                {.first = run.first(), .length = run.length(), .count = 1, .memory = run.memory()});
        table.sorted = true;
    }
    for (const region::EqualRuns& pattern : table.patterns) {
        engine::Piece& piece = pieces.emplace_back(model);
        piece.file = region::nest_of(pattern, places);
        piece.first_element = pattern.memory;
    }
    if (table.runs.empty()) return;
    const std::shared_ptr<const std::vector<region::Run>> runs(prepared.runs, &table.runs);
    pieces.emplace_back(model).file = std::make_shared<const region::RunList>(runs, places);
}

/// The puts or the gets among some accesses, in file order.
engine::Request Dataset::request_of(const std::vector<const Prepared*>& accesses,
                                    Direction direction) const {
    engine::Request request;
    request.direction = engine_direction(direction);
    for (const Prepared* prepared : accesses) {
        if (prepared->direction == direction) add_pieces(*prepared, request.pieces);
    }
    request.sort();
    return request;
}

/// Collective in collective mode. Moves the bytes and keeps the record count.
Status Dataset::carry_out(const engine::Request& request, Mode mode, std::int64_t record_count) {
    const bool put = request.direction == engine::Direction::put;
    engine::Outcome outcome;
    std::int64_t records = record_count;
    if (mode == Mode::collective) {
        engine::Engine::CollectiveOutcome all = engine_->run_collective(request, record_count);
        outcome = std::move(all.outcome);
        records = all.maximum;
    } else {
        outcome = engine_->run_independent(request);
    }
    Status status = std::move(outcome.status);
    if (put) {
        write_failure_.keep_first(status);
        changed_ = true;
        // In independent mode the others learn of new records at the next synchronisation.
        if (mode == Mode::collective) {
            status.keep_first(note_record_count(records));
        } else {
            schema_.record_count = std::max(schema_.record_count, records);
        }
    }
    if (!outcome.all_in_range)
        status.keep_first({Code::erange, "a value does not fit its target type"});
    return status;
}

Status Dataset::access(const Access& access) {
    Status status = check_mode(access);
    if (!status.ok()) return status;
    Prepared prepared;
    status = prepare(access, prepared);
    if (access.completion != Completion::blocking)
        return status.ok() ? post(access, std::move(prepared)) : status;
    if (access.mode == Mode::independent) {
        if (!status.ok() || prepared.element_count == 0) return status;
        return carry_out(request_of({&prepared}, access.direction), access.mode,
                         prepared.record_count);
    }
    if (switches_.safe_mode) {
        status = mpi::agree(comm_.view(), status).status();
        if (!status.ok()) return status;
    }
    // A rank with an error of its own takes part with nothing, so that the others can go on.
    if (!status.ok()) prepared = Prepared();
    if (access.direction == Direction::put && behind_.is_on())
        return put_behind(std::move(status), std::move(prepared));
    status.keep_first(flush());
    status.keep_first(
        carry_out(request_of({&prepared}, access.direction), access.mode, prepared.record_count));
    return status;
}

/// Collective. Holds the put back, unless a rank cannot: then all write what they hold, and this
/// put. Values out of range are reported now, a failure of storage by the call that meets it.
Status Dataset::put_behind(Status mine, Prepared prepared) {
    const engine::Request put = request_of({&prepared}, Direction::put);
    struct Facts {
        std::int64_t has_room;
        std::int64_t record_count;
        WriteBehind::Extent extent;
    };
    const Result<std::vector<Facts>> ranks =
        engine_->share_facts(Facts{behind_.has_room(put.bytes()),
                                   prepared.record_count,
                                   {prepared.variable_id, put.begin(), put.end()}});
    if (!ranks.ok()) return ranks.status();
    const bool can_hold = std::ranges::all_of(ranks.value(), [this](const Facts& rank) {
        return rank.has_room != 0 && !behind_.touches_held(rank.extent);
    });
    if (!can_hold) {
        mine.keep_first(flush());
        mine.keep_first(carry_out(put, Mode::collective, prepared.record_count));
        return mine;
    }
    if (!put.pieces.empty()) {
        mine.keep_first(convert(prepared, behind_.room()));
        use_converted(prepared, behind_.room());
        behind_.hold(request_of({&prepared}, Direction::put));
    }
    std::vector<WriteBehind::Extent> extents;
    for (const Facts& rank : ranks.value()) {
        extents.push_back(rank.extent);
        schema_.record_count = std::max(schema_.record_count, rank.record_count);
    }
    behind_.note_extents(std::move(extents));
    holds_puts_ = true;
    return mine;
}

/// A failure belongs to puts of earlier calls, so all ranks hear of it.
Status Dataset::flush() {
    if (!holds_puts_) return {};
    holds_puts_ = false;
    const Status status = carry_out(behind_.request(), Mode::collective, schema_.record_count);
    behind_.clear();
    return mpi::agree(comm_.view(), status).status();
}

std::int64_t Dataset::put_bytes() const {
    return header_put_bytes_ + engine_->report().put_bytes + behind_.held_bytes();
}

std::int64_t Dataset::get_bytes() const {
    return header_get_bytes_ + engine_->report().get_bytes;
}

mpi::Hints Dataset::hints_in_force() const {
    Settings settings = settings_;
    if (settings.engine.aggregators == 0) settings.engine.aggregators = comm_.view().size();
    return effective_hints(hints_, settings);
}

std::string Dataset::report() const {
    return engine::as_text(engine_->report());
}

}  // namespace weft::dataset
