// SPDX-License-Identifier: BSD-3-Clause
// The parts of prepare(): which elements of a variable, and where they lie in memory.
#pragma once

#include <optional>

#include "dataset/coordinates.hpp"
#include "dataset/prepare.hpp"
#include "mpi/datatype.hpp"

namespace weft::dataset {

BlockLimits limits_for(const Definition& definition, const AccessRules& rules,
                       const Access& access);

/// Which elements, and how many: start, count and stride, or a list of them.
Status select_blocks(const Definition& definition, const AccessRules& rules, const Access& access,
                     Prepared& prepared);

/// The same as an MPI datatype says it.
Status select_described(const Definition& definition, const AccessRules& rules,
                        const Access& access, Prepared& prepared);

/// What an MPI datatype says of the buffer; nothing where the interface has named a C type.
using DecodedBuffer = std::optional<Result<mpi::DecodedDatatype>>;
DecodedBuffer decoded(const Buffer& buffer);

/// Where the elements lie in memory, and as what type.
Status place_in_memory(const Definition& definition, const Access& access, DecodedBuffer decoded,
                       Prepared& prepared);

}  // namespace weft::dataset
