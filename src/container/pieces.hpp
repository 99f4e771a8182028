// SPDX-License-Identifier: BSD-3-Clause
// From an access to a variable that lies in a file as one array to the pieces that the engine
// moves.
#pragma once

#include <memory>

#include "container/prepared.hpp"
#include "engine/request/request.hpp"
#include "layout/layout.hpp"

namespace weft::container {

/// The file bytes of a block.
region::Nest nest_of(const layout::Place& place, const Block& block);

/// The pieces of an access; `model` says all but their shapes.
void add_pieces(const layout::Place& place, const Prepared& prepared, engine::Piece model,
                engine::Pieces& pieces);

/// The contiguous blocks of a list, in elements at these places: regular ones as nests, the others
/// as one piece. Sorts the list.
void add_runs(const region::ElementPlaces& places, const std::shared_ptr<BlockList>& list,
              engine::Piece model, engine::Pieces& pieces);

}  // namespace weft::container
