// SPDX-License-Identifier: BSD-3-Clause
#include "tools/concat/recoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

#include "tools/meaning/attributes.hpp"
#include "tools/meaning/time_units.hpp"
#include "tools/shared/number_text.hpp"

namespace weft::tools {
namespace {

using model::Attribute;
using model::Schema;
using model::Variable;

constexpr std::array<std::string_view, 10> telling_attributes{
    "units",         "calendar",  "scale_factor", "add_offset", "_FillValue",
    "missing_value", "_Unsigned", "valid_min",    "valid_max",  "valid_range"};

/// If both count from the same moment in the same unit, nothing changes.
Result<std::optional<Rebasing>> rebasing_of(const std::string& name, const TimeWords& first,
                                            const TimeWords& here) {
    const bool is_time = are_since(first.units) && are_since(here.units);
    const auto refused = [&name](const std::string& reason) {
        return Status(Code::einval, fmt::format("variable '{}': {}", name, reason));
    };
    if (!is_time && first.units == here.units) return std::optional<Rebasing>();
    if (!is_time)
        return refused(fmt::format("its attribute 'units' is \"{}\", in the first file \"{}\"",
                                   here.units, first.units));
    const auto known = [](const std::string& calendar) {
        return calendar.empty() ? std::optional(Calendar::standard) : calendar_named(calendar);
    };
    if (known(first.calendar) != known(here.calendar))
        return refused(fmt::format("its attribute 'calendar' is \"{}\", in the first file \"{}\"",
                                   here.calendar, first.calendar));
    if (first.units == here.units) return std::optional<Rebasing>();
    for (const TimeWords* words : {&first, &here}) {
        const auto parsed = parse_time_units(words->units, words->calendar);
        if (!parsed.ok())
            return refused(
                fmt::format("its attribute 'units' is \"{}\", in the first file \"{}\", "
                            "which cannot be converted: {}",
                            here.units, first.units, parsed.status().context()));
    }
    const TimeUnits to = parse_time_units(first.units, first.calendar).value();
    const TimeUnits from = parse_time_units(here.units, here.calendar).value();
    const Rebasing rebasing{from.milliseconds, to.milliseconds, from.origin() - to.origin()};
    if (rebasing.distance == 0 && from.milliseconds == to.milliseconds)
        return std::optional<Rebasing>();
    return std::optional(rebasing);
}

/// The type of the attributes for packing: float if one of them is.
double precision_of(const Variable& first, const Variable& variable) {
    for (const Variable* of : {&first, &variable}) {
        for (const std::string_view name : {"scale_factor", "add_offset"}) {
            const Attribute* const number = find_numbers(*of, name);
            if (number != nullptr && number->type == types::External::float32)
                return std::numeric_limits<float>::epsilon();
        }
    }
    return 16 * std::numeric_limits<double>::epsilon();
}

bool is_same(const Attribute* a, const Attribute* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->type == b->type && a->count == b->count && a->values == b->values;
}

/// Converts values of one type to those of another type of the same size.
template <class From, class To>
class Recoder {
public:
    explicit Recoder(const Recoding& recoding)
        : recoding_(recoding),
          was_there_(recoding.from.missing),
          is_there_(recoding.to.missing),
          keeps_numbers_(!recoding.time && recoding.from.scale == recoding.to.scale &&
                         recoding.from.offset == recoding.to.offset) {
        if (recoding.to.mark) mark_ = load<To>(recoding.to.mark->data());
    }

    /// The converted value; empty if the value would be lost.
    std::optional<To> operator()(From value) const {
        if (!was_there_(value)) return missing(value);
        const std::optional<To> found = keeps_numbers_ ? as_it_is(value) : anew(value);
        return found && (is_there_(*found)) ? found : std::nullopt;
    }

private:
    static std::optional<To> as_it_is(From value) {
        if constexpr (std::is_same_v<From, To>) return value;
        const auto other = static_cast<To>(value);
        const bool is_equal =
            static_cast<From>(other) == value && (other < To{}) == (value < From{});
        return is_equal ? std::optional(other) : std::nullopt;
    }
    std::optional<To> missing(From value) const {
        const std::optional<To> same = as_it_is(value);
        if (same && !is_there_(*same)) return same;
        if (value != value) return static_cast<To>(value);
        return mark_;
    }
    std::optional<To> anew(From value) const {
        const ValueRules& from = recoding_.from;
        const ValueRules& to = recoding_.to;
        long double meant = static_cast<long double>(value);
        if (from.is_packed) meant = meant * from.scale + from.offset;
        if (recoding_.time)
            meant = (meant * recoding_.time->from_milliseconds + recoding_.time->distance) /
                    recoding_.time->to_milliseconds;
        const long double wanted = to.is_packed ? (meant - to.offset) / to.scale : meant;
        const std::optional<To> stored = nearest(wanted);
        if (!stored || !std::isfinite(wanted)) return stored;
        const long double off = std::abs(static_cast<long double>(*stored) - wanted);
        return off <= room_around(wanted, meant) ? stored : std::nullopt;
    }
    static std::optional<To> nearest(long double wanted) {
        if constexpr (std::is_floating_point_v<To>) {
            return static_cast<To>(wanted);
        } else {
            const long double whole = std::round(wanted);
            const bool is_held =
                whole >= static_cast<long double>(std::numeric_limits<To>::lowest()) &&
                whole <= static_cast<long double>(std::numeric_limits<To>::max());
            return is_held ? std::optional(static_cast<To>(whole)) : std::nullopt;
        }
    }
    /// The tolerance in stored values: a millisecond of time, or the rounding error of equal packed
    /// values.
    [[nodiscard]] long double room_around(long double wanted, long double meant) const {
        const ValueRules& to = recoding_.to;
        const long double step = to.is_packed ? std::abs(to.scale) : 1;
        if (recoding_.time) return 1 / (recoding_.time->to_milliseconds * step);
        if constexpr (std::is_floating_point_v<To>)
            return 2 * std::numeric_limits<To>::epsilon() * std::abs(meant) / step;
        constexpr long double least = 1e-6L;
        constexpr long double most = 1e-2L;
        return std::clamp(std::abs(wanted) * recoding_.precision, least, most);
    }

    const Recoding& recoding_;
    Presence<From> was_there_;
    Presence<To> is_there_;
    bool keeps_numbers_;
    std::optional<To> mark_;
};

template <class From, class To>
Status recode_all(const Recoding& recoding, std::span<std::byte> values) {
    const Recoder<From, To> recoder(recoding);
    for (std::size_t at = 0; at < values.size(); at += sizeof(From)) {
        const From value = load<From>(values.data() + at);
        const std::optional<To> found = recoder(value);
        if (!found)
            return {Code::erange,
                    fmt::format("variable '{}': the first file has other attributes ({}), by "
                                "which the stored value {} cannot be expressed without loss",
                                recoding.variable, recoding.attributes, +value)};
        std::memcpy(values.data() + at, &*found, sizeof(To));
    }
    return {};
}

}  // namespace

Status Recoding::recode(std::span<std::byte> values) const {
    return with_value_type(from.type, [&]<class From>(std::type_identity<From>) {
        return with_value_type(to.type, [&]<class To>(std::type_identity<To>) {
            if constexpr (sizeof(From) == sizeof(To) &&
                          std::is_integral_v<From> == std::is_integral_v<To>)
                return recode_all<From, To>(*this, values);
            return Status(Code::einval, "the types of the values differ");
        });
    });
}

std::string differing_attributes(const Variable& first, const Variable& variable) {
    std::string names;
    for (const std::string_view name : telling_attributes) {
        if (is_same(find_attribute(first, name), find_attribute(variable, name))) continue;
        names += names.empty() ? "" : ", ";
        names += name;
    }
    return names;
}

Result<std::optional<Recoding>> recoding_of(const Schema& first_schema, const Variable& first,
                                            const Schema& schema, const Variable& variable) {
    if (variable.type == types::External::character) return std::optional<Recoding>();
    const auto time = rebasing_of(std::string(variable.name), time_words_of(first_schema, first),
                                  time_words_of(schema, variable));
    if (!time.ok()) return time.status();
    Recoding recoding{.variable = std::string(variable.name),
                      .attributes = differing_attributes(first, variable),
                      .from = rules_of(variable),
                      .to = rules_of(first),
                      .time = time.value(),
                      .precision = precision_of(first, variable)};
    if (!recoding.time && recoding.from == recoding.to) return std::optional<Recoding>();
    if (recoding.attributes.empty()) recoding.attributes = "units";  // these bound values
    if (recoding.to.scale == 0)
        return Status(Code::einval,
                      fmt::format("variable '{}': its attributes ({}) are not those of the first "
                                  "file, whose scale_factor is 0",
                                  variable.name, recoding.attributes));
    return std::optional(std::move(recoding));
}

}  // namespace weft::tools
