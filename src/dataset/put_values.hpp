// SPDX-License-Identifier: BSD-3-Clause
// The values of a delayed put: checked, or converted, when it is posted. Nothing communicates.
#pragma once

#include <cstddef>
#include <cstdint>

#include "container/definition.hpp"
#include "container/prepared.hpp"

namespace weft::dataset {

using container::Definition;
using container::Prepared;

/// Converts the values of a put to file form, packed in the order of the stream. Fails with
/// Code::erange if a value had to be replaced.
Status convert(const Definition& definition, const Prepared& prepared, std::byte* values);

/// Makes `values`, which are in file form, the values of the put.
void use_converted(Prepared& prepared, std::byte* values);

/// Fails with Code::erange if a value of a put is out of range, if its types allow that. By the
/// contract, iput reports it when the request is posted.
Status check_range(const Definition& definition, const Prepared& prepared);

std::int64_t bytes_in_file(const Definition& definition, const Prepared& prepared);

/// Whether a put is small by the smaller of its two sizes, in memory and in the file: a program
/// that refills its buffer counts bytes of memory, PnetCDF bytes of converted values.
bool is_small_put(const Definition& definition, const Prepared& prepared);

}  // namespace weft::dataset
