// SPDX-License-Identifier: BSD-3-Clause
#include "container/pieces.hpp"

#include <utility>

namespace weft::container {

region::Nest nest_of(const layout::Place& place, const Block& block) {
    const std::size_t rank = place.variable.dimension_ids.size();
    const std::int64_t* const start = block.data();
    return layout::file_nest(place, start, start + rank, start + 2 * rank);
}

void add_pieces(const layout::Place& place, const Prepared& prepared, engine::Piece model,
                engine::Pieces& pieces) {
    if (!prepared.is_list()) {
        model.file = nest_of(place, prepared.block);
        pieces.push_back(std::move(model));
        return;
    }
    const std::shared_ptr<BlockList>& list = prepared.irregular->list;
    for (std::size_t i = 0; i < list->others.size(); ++i) {
        model.file = nest_of(place, list->others[i]);
        model.first_element = list->other_memory[i];
        pieces.push_back(model);
    }
    add_runs(layout::element_places(place), list, std::move(model), pieces);
}

void add_runs(const region::ElementPlaces& places, const std::shared_ptr<BlockList>& list,
              engine::Piece model, engine::Pieces& pieces) {
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
    model.file = region::RunList(runs, places);
    model.first_element = 0;
    pieces.push_back(std::move(model));
}

}  // namespace weft::container
