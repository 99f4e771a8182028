// SPDX-License-Identifier: BSD-3-Clause
// Dates of the command line as values of a time coordinate, by its units and calendar as CF has
// them.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "format/schema.hpp"
#include "tools/part/calendar.hpp"

namespace weft::tools {

/// A month, a day or an hour, all of it.
struct Date {
    enum class Span { month, day, hour };

    Day day;
    int hour = 0;
    Span span = Span::month;
};

/// From "2001-03", "2001-03-15" or "2001-03-15T06".
std::optional<Date> parse_date(std::string_view text);

/// From the first value that is part of a date up to, not including, the first behind it.
struct DateValues {
    double from = 0;
    double to = 0;
};

/// Code::einval when the variable has no units of time that tell, or a calendar that is not known,
/// and for a day that the calendar does not have.
Result<DateValues> values_of(const Date& date, const format::Variable& variable);

}  // namespace weft::tools
