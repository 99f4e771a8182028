// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/pieces.hpp"

#include <algorithm>
#include <utility>

#include "container/pieces.hpp"
#include "types/copy.hpp"

namespace weft::dataset {

bool may_overflow(types::External external, types::Memory memory) {
    return memory != types::natural_memory(external);
}

bool is_quantised(const Definition& definition, const Prepared& prepared) {
    const auto& how = definition.variable(prepared.variable_id).quantization;
    return prepared.direction == Direction::put && how && how->mode != types::QuantizeMode::none;
}

bool is_side_by_side(const Prepared& prepared) {
    return prepared.irregular == nullptr || prepared.irregular->memory == nullptr;
}

engine::Codec codec_of(const Definition& definition, const Prepared& prepared) {
    const model::Variable& variable = definition.variable(prepared.variable_id);
    const int external_bytes = types::size_of(variable.type);
    if (prepared.converted)
        return {.kernels = &types::copy_kernels(external_bytes),
                .external_bytes = external_bytes,
                .memory_bytes = external_bytes,
                .fill = {}};
    engine::Codec codec{.kernels = definition.kernels_of(prepared.variable_id, prepared.memory),
                        .external_bytes = external_bytes,
                        .memory_bytes = types::size_of(prepared.memory),
                        .fill = {}};
    if (prepared.direction == Direction::put && may_overflow(variable.type, prepared.memory))
        codec.fill = definition.fill_of(prepared.variable_id).value;
    return codec;
}

engine::Codec codec_of(const Container& container, const Prepared& prepared) {
    const Definition& definition = container.context().definition;
    engine::Codec codec = codec_of(definition, prepared);
    if (!is_quantised(definition, prepared)) return codec;
    const int id = prepared.variable_id;
    const model::Variable& variable = definition.variable(id);
    codec.quantizer = {.how = *variable.quantization,
                       .type = variable.type,
                       .order = variable.byte_order,
                       .fill = definition.fill_of(id).value};
    codec.begin_of_values = container.offset_of(id);
    return codec;
}

namespace {

std::shared_ptr<const engine::Elements> elements_by(const engine::Codec& codec,
                                                    const Prepared& prepared) {
    engine::Elements elements{.codec = codec, .memory = {}};
    elements.memory = is_side_by_side(prepared)
                          ? container::dense_pattern(elements.codec.memory_bytes)
                          : prepared.irregular->memory;
    return std::make_shared<const engine::Elements>(std::move(elements));
}

}  // namespace

std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared) {
    return elements_by(codec_of(definition, prepared), prepared);
}

std::shared_ptr<const engine::Elements> make_elements(const Container& container,
                                                      const Prepared& prepared) {
    return elements_by(codec_of(container, prepared), prepared);
}

void add_pieces(const Container& container, const Prepared& prepared, engine::Piece model,
                Transfer& transfer) {
    const auto place = container.place_of(prepared.variable_id);
    if (!place) return container.spread(prepared, model, transfer);
    container::add_pieces(*place, prepared, std::move(model), transfer.first().pieces);
}

Transfer transfer_of(const Container& container, const Prepared& prepared) {
    Transfer transfer(prepared.direction);
    if (prepared.element_count == 0) return transfer;
    add_pieces(
        container, prepared,
        {.file = {}, .elements = make_elements(container, prepared), .address = prepared.address},
        transfer);
    transfer.sort();
    return transfer;
}

std::int64_t records_after(const Definition& definition, const Prepared& prepared) {
    if (prepared.direction == Direction::get || prepared.element_count == 0) return 0;
    const bool grows =
        definition.schema.is_record_variable(definition.variable(prepared.variable_id));
    return grows ? prepared.records_needed() : 0;
}

void Reach::add(const Definition& definition, const Prepared& prepared) {
    const model::Schema& schema = definition.schema;
    record_count = std::max(record_count, records_after(definition, prepared));
    const bool is_empty = prepared.direction == Direction::get || prepared.element_count == 0;
    if (is_empty || !schema.grows_freely()) return;
    lengths.resize(static_cast<std::size_t>(schema.dimension_count()));
    const auto& ids = definition.variable(prepared.variable_id).dimension_ids;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (!schema.dimension(ids[i]).is_unlimited) continue;
        std::int64_t& length = lengths[static_cast<std::size_t>(ids[i])];
        length = std::max(length, prepared.length_needed(i));
    }
}

Reach reach_of(const Definition& definition, const Prepared& prepared) {
    Reach reach;
    reach.add(definition, prepared);
    return reach;
}

}  // namespace weft::dataset
