// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/cdl_times.hpp"

#include <string>
#include <string_view>

#include "tools/meaning/attributes.hpp"

namespace weft::tools {

std::optional<TimeUnits> shown_times_of(const model::Schema& schema,
                                        const model::Variable& variable) {
    if (variable.type == types::External::character) return std::nullopt;
    const TimeWords words = time_words_of(schema, variable);
    if (!are_since(words.units)) return std::nullopt;
    const Result<TimeUnits> units = parse_time_units(words.units, words.calendar);
    return units.ok() ? std::optional(units.value()) : std::nullopt;
}

}  // namespace weft::tools
