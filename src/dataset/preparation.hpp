// SPDX-License-Identifier: BSD-3-Clause
// The parts of prepare(): the elements of a variable, and their places in memory.
#pragma once

#include <optional>

#include "dataset/coordinates.hpp"
#include "dataset/prepare.hpp"
#include "mpi/datatype.hpp"

namespace weft::dataset {

BlockLimits limits_for(const Definition& definition, const AccessRules& rules,
                       const Access& access);

/// Which elements, and how many: by start, count and stride, or by a list of them.
Status select_blocks(const Definition& definition, const AccessRules& rules, const Access& access,
                     Prepared& prepared);

/// The same by an MPI datatype.
Status select_described(const Definition& definition, const AccessRules& rules,
                        const Access& access, Prepared& prepared);

/// The layout of the buffer by an MPI datatype; nothing if the interface has named a C type.
using DecodedBuffer = std::optional<Result<mpi::DecodedDatatype>>;
DecodedBuffer decoded(const Buffer& buffer);

/// Where the elements are in memory, and their type.
Status place_in_memory(const Definition& definition, const Access& access, DecodedBuffer decoded,
                       Prepared& prepared);

}  // namespace weft::dataset
