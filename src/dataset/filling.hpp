// SPDX-License-Identifier: BSD-3-Clause
// Fills variables with their fill values; the I/O ranks share the work.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "dataset/core.hpp"

namespace weft::dataset {

/// Collective, agreed. Fills the variables that were defined in fill mode since create or redef:
/// fixed variables whole, record variables in the existing records.
Status fill_new_variables(Core& core);

/// This rank's share of some records of a variable, or of a whole fixed variable.
Status fill_share(Core& core, int id, std::int64_t first_record, std::int64_t record_count);

/// Returns an error if no program may fill a record of this variable.
Status check_filling(const Definition& definition, int id);

/// Returns an error if a program may not fill this record. check_filling() has accepted the
/// variable.
Status check_record_to_fill(const Definition& definition, int id, std::int64_t record);

}  // namespace weft::dataset
