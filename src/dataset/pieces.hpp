// SPDX-License-Identifier: BSD-3-Clause
// From prepared accesses to the pieces that the engine moves. Nothing communicates. Where the
// dataset is a set, the parts that an access touches (divided.hpp) are known.
#pragma once

#include <cstdint>
#include <memory>

#include "dataset/batch.hpp"
#include "dataset/definition.hpp"
#include "dataset/prepared.hpp"
#include "dataset/transfer.hpp"
#include "engine/request/request.hpp"

namespace weft::dataset {

/// True when `memory` holds values that `external` cannot.
bool may_overflow(types::External external, types::Memory memory);

/// How elements of an access change on their way. Values that bput has converted already only move.
engine::Codec codec_of(const Definition& definition, const Prepared& prepared);

/// The same with where they lie in memory.
std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared);

/// `out_of_range`: if not null, set once a value did not fit its target type.
void add_pieces(const Definition& definition, const Prepared& prepared, bool* out_of_range,
                Batch& batch);

/// The contiguous blocks of a list, in elements at these places: regular ones as nests, the others
/// as one piece. Sorts the list.
void add_runs(const region::ElementPlaces& places, const std::shared_ptr<BlockList>& list,
              engine::Piece model, engine::Pieces& pieces);

Transfer transfer_of(const Definition& definition, const Prepared& prepared);

/// A put: how many records there are afterwards at least.
std::int64_t records_after(const Definition& definition, const Prepared& prepared);

}  // namespace weft::dataset
