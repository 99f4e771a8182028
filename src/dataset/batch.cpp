// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/batch.hpp"

#include <algorithm>
#include <utility>

#include "container/pieces.hpp"
#include "layout/layout.hpp"

namespace weft::dataset {

using container::Container;
using container::Definition;
using container::Prepared;

/// The elements of an access whose values are side by side.
const std::shared_ptr<const engine::Elements>& Batch::elements_of(const Container& container,
                                                                  const Prepared& prepared) {
    const Definition& definition = container.context().definition;
    const model::Variable& variable = definition.variable(prepared.variable_id);
    const types::External external = variable.type;
    // Variables may differ in their replacement for values out of range, and in their digits.
    const bool has_fill = prepared.direction == Direction::put && !prepared.converted &&
                          may_overflow(external, prepared.memory);
    const bool is_its_own = has_fill || is_quantised(definition, prepared);
    const Conversion conversion{external, variable.byte_order, prepared.memory, prepared.converted};
    if (!is_its_own && last_conversion_ == conversion) return last_elements_;
    std::shared_ptr<const engine::Elements>& elements = elements_[codec_of(container, prepared)];
    if (elements == nullptr) elements = make_elements(container, prepared);
    if (!is_its_own) {
        last_conversion_ = conversion;
        last_elements_ = elements;
    }
    return elements;
}

/// Adds one block with values side by side. Many small variables are adjacent in the file, and
/// often in memory, too: together they are one piece.
void Batch::add_block(const Container& container, const layout::Place& place,
                      const Prepared& prepared, bool* out_of_range) {
    const std::shared_ptr<const engine::Elements>& elements = elements_of(container, prepared);
    const region::Nest nest = container::nest_of(place, prepared.block);
    engine::Pieces& pieces = of(prepared.direction).first().pieces;
    const std::byte*& last_end = end_of(prepared.direction);
    const bool follows = last_end == prepared.address && pieces.back().elements == elements &&
                         pieces.back().out_of_range == out_of_range;
    if (!follows || !pieces.back().file.extend(nest))
        pieces.push_back({.file = nest,
                          .elements = elements,
                          .address = prepared.address,
                          .out_of_range = out_of_range});
    last_end = prepared.address + prepared.element_count * elements->codec.memory_bytes;
}

void Batch::add(const Container& container, const Prepared& prepared, bool* out_of_range) {
    if (prepared.element_count == 0) return;
    const Definition& definition = container.context().definition;
    reach_.add(definition, prepared);
    const model::Variable& variable = definition.variable(prepared.variable_id);
    const bool may_leave_range =
        !prepared.converted && may_overflow(variable.type, prepared.memory);
    if (!may_leave_range) out_of_range = nullptr;
    if (prepared.irregular == nullptr) {
        const auto place = container.place_of(prepared.variable_id);
        if (place) return add_block(container, *place, prepared, out_of_range);
    }
    add_pieces(container, prepared,
               {.file = {},
                .elements = is_side_by_side(prepared) ? elements_of(container, prepared)
                                                      : make_elements(container, prepared),
                .address = prepared.address,
                .out_of_range = out_of_range},
               of(prepared.direction));
    end_of(prepared.direction) = nullptr;
}

}  // namespace weft::dataset
