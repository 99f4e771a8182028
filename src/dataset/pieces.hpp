// SPDX-License-Identifier: BSD-3-Clause
// From prepared accesses, of which the container has learned all that it needs to know, to the
// pieces that the engine moves. Nothing communicates.
#pragma once

#include <cstdint>
#include <memory>

#include "container/container.hpp"
#include "dataset/batch.hpp"
#include "engine/request/request.hpp"

namespace weft::dataset {

using container::Block;
using container::Container;
using container::Definition;
using container::Prepared;
using container::Transfer;

/// True when `memory` holds values that `external` cannot.
bool may_overflow(types::External external, types::Memory memory);

/// How elements of an access change on their way. Values that bput has converted already only move.
engine::Codec codec_of(const Definition& definition, const Prepared& prepared);

/// The same with where they lie in memory.
std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared);

/// `out_of_range`: if not null, set once a value did not fit its target type.
void add_pieces(const Container& container, const Prepared& prepared, bool* out_of_range,
                Batch& batch);

Transfer transfer_of(const Container& container, const Prepared& prepared);

/// A put: how many records there are afterwards at least.
std::int64_t records_after(const Definition& definition, const Prepared& prepared);

}  // namespace weft::dataset
