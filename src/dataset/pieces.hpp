// SPDX-License-Identifier: BSD-3-Clause
// Turns prepared accesses, for which the container has already read what it needs, into the pieces
// that the engine moves. Nothing communicates.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "container/container.hpp"
#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "container/transfer.hpp"
#include "engine/request/request.hpp"

namespace weft::dataset {

using container::Container;
using container::Definition;
using container::Prepared;
using container::Transfer;
using engine::Direction;

/// True if `memory` can hold values that `external` cannot.
bool may_overflow(types::External external, types::Memory memory);

/// Whether an access is a put whose values lose digits.
bool is_quantised(const Definition& definition, const Prepared& prepared);

/// Whether the values of an access are side by side in memory.
bool is_side_by_side(const Prepared& prepared);

/// How the elements of an access are converted. Values that bput has already converted are only
/// copied.
engine::Codec codec_of(const Definition& definition, const Prepared& prepared);

/// The same for a request to the container's files: puts are quantised if the variable is.
engine::Codec codec_of(const Container& container, const Prepared& prepared);

/// The codec of an access, and the places of its elements in memory.
std::shared_ptr<const engine::Elements> make_elements(const Definition& definition,
                                                      const Prepared& prepared);

std::shared_ptr<const engine::Elements> make_elements(const Container& container,
                                                      const Prepared& prepared);

/// Adds the pieces of an access. `model` has all fields of a piece but the shapes.
void add_pieces(const Container& container, const Prepared& prepared, engine::Piece model,
                Transfer& transfer);

Transfer transfer_of(const Container& container, const Prepared& prepared);

/// The number of records that a put needs; see Prepared::records_needed().
std::int64_t records_after(const Definition& definition, const Prepared& prepared);

/// The number of records and the lengths of dimensions that some puts need. In a collective call,
/// the functions that carry out the puts agree on them between the ranks.
struct Reach {
    std::int64_t record_count = 0;      // the least number of records afterwards
    std::vector<std::int64_t> lengths;  // where something grows freely: the least of each dimension

    void add(const Definition& definition, const Prepared& prepared);
};
Reach reach_of(const Definition& definition, const Prepared& prepared);

}  // namespace weft::dataset
