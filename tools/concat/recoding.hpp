// SPDX-License-Identifier: BSD-3-Clause
// Changes the stored values of a variable if the attributes that give numbers their meaning differ
// from those of the first file, so that the meaning stays: times count from the first file's date,
// packed values are packed again, and missing values get the first file's mark.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/meaning/value_rules.hpp"

namespace weft::tools {

/// Converts units of time: a value of one file means milliseconds * value + distance from the first
/// file's origin.
struct Rebasing {
    long double from_milliseconds = 0;  // of one unit
    long double to_milliseconds = 0;
    long double distance = 0;  // milliseconds
};

struct Recoding {
    std::string variable;
    std::string attributes;  // the differing ones, for a sentence: "scale_factor, _FillValue"
    ValueRules from;
    ValueRules to;
    std::optional<Rebasing> time;
    double precision = 0;  // relative, of the packing attributes

    /// Recodes native values in their place. Code::erange if one would be lost; a message names it
    /// and the attributes.
    [[nodiscard]] Status recode(std::span<std::byte> values) const;
};

/// The recoding between two variables of one type; empty if stored values have the same meaning in
/// both files. Code::einval if values of one cannot be expressed in the other, as with different
/// calendars.
Result<std::optional<Recoding>> recoding_of(const model::Schema& first_schema,
                                            const model::Variable& first,
                                            const model::Schema& schema,
                                            const model::Variable& variable);

/// The attributes with such a meaning that differ, or "".
std::string differing_attributes(const model::Variable& first, const model::Variable& variable);

}  // namespace weft::tools
