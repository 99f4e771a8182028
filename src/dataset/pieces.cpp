// SPDX-License-Identifier: BSD-3-Clause
// Turns prepared accesses into the pieces that the engine moves.
#include "dataset/pieces.hpp"

#include "container/pieces.hpp"
#include "layout/layout.hpp"
#include "types/copy.hpp"

namespace weft::dataset {

bool may_overflow(types::External external, types::Memory memory) {
    return memory != types::natural_memory(external);
}

engine::Codec codec_of(const Definition& definition, const Prepared& prepared) {
    const model::Variable& variable = definition.variable(prepared.variable_id);
    const int external_bytes = types::size_of(variable.type);
    if (prepared.converted)
        return {.kernels = &types::copy_kernels(external_bytes),
                .external_bytes = external_bytes,
                .memory_bytes = external_bytes,
                .fill = {}};
    engine::Codec codec{
        .kernels = types::find_kernels(variable.type, prepared.memory, definition.byte_rule()),
        .external_bytes = external_bytes,
        .memory_bytes = types::size_of(prepared.memory),
        .fill = {}};
    if (prepared.direction == Direction::put && may_overflow(variable.type, prepared.memory))
        codec.fill = definition.fill_of(prepared.variable_id).value;
    return codec;
}

namespace {

bool is_side_by_side(const Prepared& prepared) {
    return prepared.irregular == nullptr || prepared.irregular->memory == nullptr;
}

}  // namespace

std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared) {
    engine::Elements elements{.codec = codec_of(definition, prepared), .memory = {}};
    elements.memory = is_side_by_side(prepared)
                          ? container::dense_pattern(elements.codec.memory_bytes)
                          : prepared.irregular->memory;
    return std::make_shared<const engine::Elements>(std::move(elements));
}

namespace {

/// For values side by side.
const std::shared_ptr<const engine::Elements>& elements_of(const Definition& definition,
                                                           const Prepared& prepared, Batch& batch) {
    const types::External external = definition.variable(prepared.variable_id).type;
    // Each variable may have another replacement for values out of range.
    const bool has_fill = prepared.direction == Direction::put && !prepared.converted &&
                          may_overflow(external, prepared.memory);
    const Batch::Conversion conversion{external, prepared.memory, prepared.converted};
    if (!has_fill && batch.last_conversion == conversion) return batch.last_elements;
    std::shared_ptr<const engine::Elements>& elements =
        batch.elements[codec_of(definition, prepared)];
    if (elements == nullptr) elements = make_elements(definition, prepared);
    if (!has_fill) {
        batch.last_conversion = conversion;
        batch.last_elements = elements;
    }
    return elements;
}

void add_pieces_like(const Container& container, const Prepared& prepared, engine::Piece model,
                     Transfer& transfer) {
    const auto place = container.place_of(prepared.variable_id);
    if (!place) return container.spread(prepared, model, transfer);
    container::add_pieces(*place, prepared, std::move(model), transfer.first().pieces);
}

/// One block with values side by side. Many small variables are adjacent in the file, and often in
/// memory, too: together they are one piece.
void add_block(const Definition& definition, const layout::Place& place, const Prepared& prepared,
               bool* out_of_range, Batch& batch) {
    const std::shared_ptr<const engine::Elements>& elements =
        elements_of(definition, prepared, batch);
    const region::Nest nest = container::nest_of(place, prepared.block);
    engine::Pieces& pieces = batch.of(prepared.direction).first().pieces;
    const std::byte*& last_end = batch.end_of(prepared.direction);
    const bool follows = last_end == prepared.address && pieces.back().elements == elements &&
                         pieces.back().out_of_range == out_of_range;
    if (!follows || !pieces.back().file.extend(nest))
        pieces.push_back({.file = nest,
                          .elements = elements,
                          .address = prepared.address,
                          .out_of_range = out_of_range});
    last_end = prepared.address + prepared.element_count * elements->codec.memory_bytes;
}

}  // namespace

std::int64_t records_after(const Definition& definition, const Prepared& prepared) {
    if (prepared.direction == Direction::get || prepared.element_count == 0) return 0;
    const bool grows =
        definition.schema.is_record_variable(definition.variable(prepared.variable_id));
    return grows ? prepared.records_needed() : 0;
}

void add_pieces(const Container& container, const Prepared& prepared, bool* out_of_range,
                Batch& batch) {
    if (prepared.element_count == 0) return;
    const Definition& definition = container.context().definition;
    batch.record_count = std::max(batch.record_count, records_after(definition, prepared));
    const model::Variable& variable = definition.variable(prepared.variable_id);
    const bool may_leave_range =
        !prepared.converted && may_overflow(variable.type, prepared.memory);
    if (!may_leave_range) out_of_range = nullptr;
    if (prepared.irregular == nullptr) {
        const auto place = container.place_of(prepared.variable_id);
        if (place) return add_block(definition, *place, prepared, out_of_range, batch);
    }
    add_pieces_like(
        container, prepared,
        {.file = {},
         .elements = is_side_by_side(prepared) ? elements_of(definition, prepared, batch)
                                               : make_elements(definition, prepared),
         .address = prepared.address,
         .out_of_range = out_of_range},
        batch.of(prepared.direction));
    batch.end_of(prepared.direction) = nullptr;
}

Transfer transfer_of(const Container& container, const Prepared& prepared) {
    Transfer transfer(prepared.direction);
    if (prepared.element_count == 0) return transfer;
    add_pieces_like(container, prepared,
                    {.file = {},
                     .elements = make_elements(container.context().definition, prepared),
                     .address = prepared.address},
                    transfer);
    transfer.sort();
    return transfer;
}

}  // namespace weft::dataset
