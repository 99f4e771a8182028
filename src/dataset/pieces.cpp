// SPDX-License-Identifier: BSD-3-Clause
// From prepared accesses to the pieces that the engine moves.
#include "dataset/batch.hpp"
#include "dataset/dataset.hpp"
#include "layout/layout.hpp"
#include "types/copy.hpp"

namespace weft::dataset {

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

std::shared_ptr<const engine::Elements> Dataset::make_elements(const Prepared& prepared) const {
    engine::Elements elements{.codec = codec_of(prepared), .memory = {}};
    const bool side_by_side =
        prepared.irregular == nullptr || prepared.irregular->memory == nullptr;
    elements.memory =
        side_by_side ? dense_pattern(elements.codec.memory_bytes) : prepared.irregular->memory;
    return std::make_shared<const engine::Elements>(std::move(elements));
}

std::shared_ptr<const engine::Elements> Dataset::elements_of(const Prepared& prepared,
                                                             Batch& batch) const {
    if (prepared.irregular != nullptr && prepared.irregular->memory != nullptr)
        return make_elements(prepared);
    const std::uint64_t key = static_cast<std::uint64_t>(prepared.variable_id) << 16 |
                              static_cast<std::uint64_t>(prepared.memory) << 1 |
                              static_cast<std::uint64_t>(prepared.converted);
    std::shared_ptr<const engine::Elements>& elements = batch.elements[key];
    if (elements == nullptr) elements = make_elements(prepared);
    return elements;
}

region::Nest Dataset::nest_of(const format::Variable& variable, const Block& block) const {
    const std::size_t rank = variable.dimension_ids.size();
    const std::int64_t* const start = block.data();
    return layout::file_nest(schema_, variable, layout_.record_bytes, start, start + rank,
                             start + 2 * rank);
}

/// `out_of_range`: if not null, set once a value did not fit its target type.
void Dataset::add_pieces(const Prepared& prepared, bool* out_of_range, Batch& batch) const {
    if (prepared.element_count == 0) return;
    batch.record_count = std::max(batch.record_count, records_after(prepared));
    add_pieces(prepared,
               {.file = {},
                .elements = elements_of(prepared, batch),
                .address = prepared.address,
                .out_of_range = out_of_range},
               batch.of(prepared.direction).pieces);
}

void Dataset::add_pieces(const Prepared& prepared, engine::Piece piece,
                         engine::Pieces& pieces) const {
    if (prepared.is_list()) return add_list(prepared, std::move(piece), pieces);
    piece.file = nest_of(schema_.variable(prepared.variable_id), prepared.block);
    pieces.push_back(std::move(piece));
}

void Dataset::add_list(const Prepared& prepared, engine::Piece model,
                       engine::Pieces& pieces) const {
    const format::Variable& variable = schema_.variable(prepared.variable_id);
    const std::shared_ptr<BlockList>& list = prepared.irregular->list;
    for (std::size_t i = 0; i < list->others.size(); ++i) {
        model.file = nest_of(variable, list->others[i]);
        model.first_element = list->other_memory[i];
        pieces.push_back(model);
    }
    add_runs(variable, list, std::move(model), pieces);
}

/// The contiguous blocks of a list: regular ones as nests, the others as one piece.
void Dataset::add_runs(const format::Variable& variable, const std::shared_ptr<BlockList>& list,
                       engine::Piece model, engine::Pieces& pieces) const {
    const region::ElementPlaces places =
        layout::element_places(schema_, variable, layout_.record_bytes);
    if (!list->sorted) {
        for (const region::Run& run : region::sort_disjoint(list->runs))
            list->patterns.push_back(
                {.first = run.first(), .length = run.length(), .count = 1, .memory = run.memory()});
        list->sorted = true;
    }
    for (const region::EqualRuns& pattern : list->patterns) {
        model.file = region::nest_of(pattern, places);
        model.first_element = pattern.memory;
        pieces.push_back(model);
    }
    if (list->runs.empty()) return;
    const std::shared_ptr<const std::vector<region::Run>> runs(list, &list->runs);
    model.file = std::make_shared<const region::RunList>(runs, places);
    model.first_element = 0;
    pieces.push_back(std::move(model));
}

engine::Request Dataset::request_of(const Prepared& prepared) const {
    engine::Request request{.direction = prepared.direction == Direction::put
                                             ? engine::Direction::put
                                             : engine::Direction::get,
                            .pieces = {}};
    if (prepared.element_count == 0) return request;
    add_pieces(prepared,
               {.file = {}, .elements = make_elements(prepared), .address = prepared.address},
               request.pieces);
    request.sort();
    return request;
}

/// A put: how many records there are afterwards at least.
std::int64_t Dataset::records_after(const Prepared& prepared) const {
    if (prepared.direction == Direction::get || prepared.element_count == 0) return 0;
    const bool grows = schema_.is_record_variable(schema_.variable(prepared.variable_id));
    return grows ? prepared.records_needed() : 0;
}

}  // namespace weft::dataset
