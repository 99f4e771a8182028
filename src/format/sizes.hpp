// SPDX-License-Identifier: BSD-3-Clause
// The sizes of variables and records, with every product and sum checked.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "format/version.hpp"
#include "model/schema.hpp"

namespace weft::format {

/// Names, attribute values and slabs are padded to multiples of this.
inline constexpr std::int64_t padding_unit = 4;

/// The bytes of a fixed variable, or of one record of a record variable, without padding.
/// `evarsize` if they exceed 2^63-1 with padding.
Result<std::int64_t> slab_bytes(const model::Schema& schema, const model::Variable& variable);

/// The bytes from one record to the next: the sum of the padded slabs of all record variables, but
/// the unpadded slab if there is only one. 0 without record variables. `evarsize` on overflow.
Result<std::int64_t> record_bytes(const model::Schema& schema);

/// The content of the header's vsize field for a slab of this size: the padded size; 2^32-1 in
/// CDF-1 and CDF-2 if 32 bits cannot hold that.
std::int64_t vsize_of(Version version, std::int64_t slab_bytes);

/// Checks the rule of CDF-1 and CDF-2 for variables larger than a 32-bit vsize can say (2^31-4
/// bytes in CDF-1, 2^32-4 in CDF-2), because readers place a variable by the sizes of those before
/// it: only the last fixed variable may be larger, and only without record variables; otherwise
/// only the last record variable. `evarsize` names the variable that breaks the rule.
Status check_large_variables(Version version, const model::Schema& schema);

}  // namespace weft::format
