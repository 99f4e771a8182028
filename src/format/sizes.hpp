// SPDX-License-Identifier: BSD-3-Clause
// How many bytes variables and records take, with every product and sum checked.
#pragma once

#include "base/result.hpp"
#include "format/version.hpp"
#include "model/schema.hpp"

#include <cstdint>

namespace weft::format {

/// Names, attribute values and slabs are padded to multiples of this.
inline constexpr std::int64_t padding_unit = 4;

/// Bytes of a fixed variable, or of one record of a record variable, without padding.
/// `evarsize` when they, padded, exceed 2^63-1.
Result<std::int64_t> slab_bytes(const model::Schema& schema, const model::Variable& variable);

/// Bytes from one record to the next: the sum of the padded slabs of all record variables, but the
/// plain slab when there is only one. 0 without record variables. `evarsize` on overflow.
Result<std::int64_t> record_bytes(const model::Schema& schema);

/// What the header's vsize field holds for a slab of this size: padded; 2^32-1 in CDF-1 and CDF-2
/// when 32 bits cannot hold it.
std::int64_t vsize_of(Version version, std::int64_t slab_bytes);

/// The rule of CDF-1 and CDF-2 about variables larger than their 32-bit vsize can say (2^31-4 bytes
/// in CDF-1, 2^32-4 in CDF-2), since readers place a variable behind the sizes before it:
/// only the last fixed variable may be larger, and only without record variables; otherwise only
/// the last record variable's record. `evarsize` names the variable that breaks it.
Status check_large_variables(Version version, const model::Schema& schema);

}  // namespace weft::format
