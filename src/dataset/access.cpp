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
    const engine::Codec codec = codec_of(prepared);
    const std::int64_t* block = prepared.blocks.data();
    std::int64_t element = 0;
    for (std::int64_t i = 0; i < prepared.block_count; ++i, block += 3 * rank) {
        engine::Piece& piece = pieces.emplace_back();
        piece.file = layout::file_nest(schema_, variable, layout_.record_bytes, block, block + rank,
                                       block + 2 * rank);
        piece.memory = prepared.pattern;
        piece.first_element = element;
        piece.address = prepared.address;
        piece.codec = codec;
        piece.out_of_range = prepared.out_of_range;
        element += piece.file.bytes() / codec.external_bytes;
    }
}

/// The puts or the gets among some accesses, in file order.
engine::Request Dataset::request_of(const std::vector<const Prepared*>& accesses,
                                    Direction direction) const {
    engine::Request request;
    request.direction = engine_direction(direction);
    for (const Prepared* prepared : accesses) {
        if (prepared->direction == direction) add_pieces(*prepared, request.pieces);
    }
    std::stable_sort(request.pieces.begin(), request.pieces.end(),
                     [](const engine::Piece& a, const engine::Piece& b) {
                         return a.file.base() < b.file.base();
                     });
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
    const Status moved =
        carry_out(request_of({&prepared}, access.direction), access.mode, prepared.record_count);
    return status.ok() ? moved : status;
}

std::int64_t Dataset::put_bytes() const {
    return header_put_bytes_ + engine_->report().put_bytes;
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
