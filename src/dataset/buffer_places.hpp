// SPDX-License-Identifier: BSD-3-Clause
// Where the elements of an access are in the caller's memory: side by side, by imap, or by an MPI
// datatype. Nothing communicates.
#pragma once

#include <optional>

#include "base/result.hpp"
#include "container/definition.hpp"
#include "container/prepared.hpp"
#include "dataset/access.hpp"
#include "mpi/datatype.hpp"

namespace weft::dataset {

using container::Definition;
using container::Prepared;

/// The layout of the buffer by an MPI datatype; nothing if the interface has named a C type.
using DecodedBuffer = std::optional<Result<mpi::DecodedDatatype>>;
DecodedBuffer decoded(const Buffer& buffer);

/// The places of elements that have been selected, and their type.
Status place_in_memory(const Definition& definition, const Access& access, DecodedBuffer decoded,
                       Prepared& prepared);

}  // namespace weft::dataset
