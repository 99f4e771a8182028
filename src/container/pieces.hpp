// SPDX-License-Identifier: BSD-3-Clause
// Turns an access to a variable that is one array in a file into the pieces that the engine moves.
#pragma once

#include <memory>

#include "container/prepared.hpp"
#include "engine/request/request.hpp"
#include "layout/layout.hpp"

namespace weft::container {

/// The bytes of the file that a block covers.
region::Nest nest_of(const layout::Place& place, const Block& block);

/// Adds the pieces of an access. `model` has all fields of a piece but the shapes.
void add_pieces(const layout::Place& place, const Prepared& prepared, engine::Piece model,
                engine::Pieces& pieces);

/// Adds the contiguous blocks of a list, counted in elements from this place: regular ones as
/// nests, the others as one piece. Sorts the list.
void add_runs(const region::ElementPlaces& places, const std::shared_ptr<BlockList>& list,
              engine::Piece model, engine::Pieces& pieces);

}  // namespace weft::container
