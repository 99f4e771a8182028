// SPDX-License-Identifier: BSD-3-Clause
// Values of time as dates, as `ncdump -t` shows them.
#pragma once

#include <optional>

#include "model/schema.hpp"
#include "tools/meaning/time_units.hpp"

namespace weft::tools {

/// The units of a variable of times, or of their bounds; nothing for others, and for units without
/// a fixed length.
std::optional<TimeUnits> shown_times_of(const model::Schema& schema,
                                        const model::Variable& variable);

}  // namespace weft::tools
