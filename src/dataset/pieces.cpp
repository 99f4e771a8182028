// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/pieces.hpp"

#include <utility>

#include "container/pieces.hpp"
#include "types/copy.hpp"
#include "types/kernels.hpp"

namespace weft::dataset {

bool may_overflow(types::External external, types::Memory memory) {
    return memory != types::natural_memory(external);
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
    engine::Codec codec{
        .kernels = types::find_kernels(variable.type, prepared.memory, definition.byte_rule()),
        .external_bytes = external_bytes,
        .memory_bytes = types::size_of(prepared.memory),
        .fill = {}};
    if (prepared.direction == Direction::put && may_overflow(variable.type, prepared.memory))
        codec.fill = definition.fill_of(prepared.variable_id).value;
    return codec;
}

std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared) {
    engine::Elements elements{.codec = codec_of(definition, prepared), .memory = {}};
    elements.memory = is_side_by_side(prepared)
                          ? container::dense_pattern(elements.codec.memory_bytes)
                          : prepared.irregular->memory;
    return std::make_shared<const engine::Elements>(std::move(elements));
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
    add_pieces(container, prepared,
               {.file = {},
                .elements = make_elements(container.context().definition, prepared),
                .address = prepared.address},
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

}  // namespace weft::dataset
