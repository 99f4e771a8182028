// SPDX-License-Identifier: BSD-3-Clause
#include "container/fill.hpp"

#include <array>
#include <memory>

namespace weft::container {

Status fill(const Context& context, int id, std::size_t file, const layout::Place& place,
            const ElementRange& range) {
    if (range.elements.empty()) return {};
    const Definition& definition = context.definition;
    const model::Variable& variable = place.variable;
    const std::int64_t element_bytes = types::size_of(variable.type);
    const auto [elements, first_record, record_count] = range;
    const std::int64_t count = elements.length();
    const bool records = place.schema.is_record_variable(variable);
    const std::int64_t first_byte = place.begin +
                                    (records ? first_record * place.record_bytes : 0) +
                                    elements.begin * element_bytes;
    const Fill wanted = definition.fill_of(id);
    const types::Memory memory = types::natural_memory(variable.type);
    const types::Kernels* const kernels = definition.kernels_of(id, memory);
    std::array<std::byte, 8> value{};
    kernels->decode(value.data(), types::size_of(memory), wanted.value.data(), element_bytes, 1);
    engine::Request request;
    request.direction = engine::Direction::put;
    engine::Piece& piece = request.pieces.emplace_back();
    piece.file =
        region::Nest(first_byte, count * element_bytes, {{record_count, place.record_bytes}});
    // One value, repeated for all elements.
    engine::Elements value_again;
    value_again.memory =
        std::make_shared<region::Pattern>(region::Pattern::elements({{count * record_count, 0}}));
    value_again.codec = {.kernels = kernels,
                         .external_bytes = static_cast<int>(element_bytes),
                         .memory_bytes = types::size_of(memory),
                         .fill = wanted.value};
    piece.elements = std::make_shared<const engine::Elements>(std::move(value_again));
    piece.address = value.data();
    return context.shared.engine().fill({file, &request});
}

}  // namespace weft::container
