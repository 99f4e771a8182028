// SPDX-License-Identifier: BSD-3-Clause
// How the stored values of a variable change where the attributes that give numbers their meaning
// differ from those of the first file, so that they mean what they did: times count from the first
// file's date, packed values are packed anew, and what is missing has the first file's mark.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/meaning/value_rules.hpp"

namespace weft::tools {

/// Units of time: a value of one file counts milliseconds * value + distance from the first file's
/// origin.
struct Rebasing {
    long double from_milliseconds = 0;  // of one unit
    long double to_milliseconds = 0;
    long double distance = 0;  // milliseconds
};

struct Recoding {
    std::string variable;
    std::string attributes;  // that differ, for a sentence: "scale_factor, _FillValue"
    ValueRules from;
    ValueRules to;
    std::optional<Rebasing> time;
    double precision = 0;  // relative, of the numbers that packing goes by

    /// Recodes values in file form. Code::erange where one would be lost; a sentence names it and
    /// the attributes.
    [[nodiscard]] Status recode(std::span<const std::byte> stored, std::span<std::byte> to) const;
};

/// Of two variables of one type. Nothing where the stored values mean the same in both files.
/// Code::einval where no values of the one are such of the other, as of different calendars.
Result<std::optional<Recoding>> recoding_of(const model::Schema& first_schema,
                                            const model::Variable& first,
                                            const model::Schema& schema,
                                            const model::Variable& variable);

/// The attributes with such a meaning that differ, "" where none does.
std::string differing_attributes(const model::Variable& first, const model::Variable& variable);

}  // namespace weft::tools
