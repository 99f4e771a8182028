// SPDX-License-Identifier: BSD-3-Clause
// Turns prepared accesses, for which the container has already read what it needs, into the pieces
// that the engine moves. Nothing communicates.
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

/// True if `memory` can hold values that `external` cannot.
bool may_overflow(types::External external, types::Memory memory);

/// How the elements of an access are converted. Values that bput has already converted are only
/// copied.
engine::Codec codec_of(const Definition& definition, const Prepared& prepared);

/// The same with their places in memory.
std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared);

/// `out_of_range`: if not null, set when a value does not fit its target type.
void add_pieces(const Container& container, const Prepared& prepared, bool* out_of_range,
                Batch& batch);

Transfer transfer_of(const Container& container, const Prepared& prepared);

/// For a put: the least number of records afterwards.
std::int64_t records_after(const Definition& definition, const Prepared& prepared);

}  // namespace weft::dataset
