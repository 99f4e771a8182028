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

/// In file form, packed in the order of the stream. ERANGE if a value had to be replaced.
Status convert(const Definition& definition, const Prepared& prepared, std::byte* values);

/// From now on the put's values are those in file form.
void use_converted(Prepared& prepared, std::byte* values);

/// By the contract iput reports values out of range when posted, so it checks them if the types
/// allow any.
Status check_range(const Definition& definition, const Prepared& prepared);

std::int64_t bytes_in_file(const Definition& definition, const Prepared& prepared);

/// Whether it is small, by the smaller of its two forms: a program that refills its buffer thinks
/// of memory, PnetCDF of the converted values.
bool is_small_put(const Definition& definition, const Prepared& prepared);

}  // namespace weft::dataset
