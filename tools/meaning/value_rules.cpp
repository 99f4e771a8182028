// SPDX-License-Identifier: BSD-3-Clause
#include "tools/meaning/value_rules.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "tools/meaning/attributes.hpp"

namespace weft::tools {
namespace {

using format::Attribute;
using format::Variable;
using types::External;

/// The same bits with the other sign.
External other_sign(External type) {
    using enum External;
    for (const auto& [with_sign, without] :
         {std::pair{byte, uint8}, std::pair{int16, uint16}, std::pair{int32, uint32},
          std::pair{External::int64, External::uint64}}) {
        if (type == with_sign) return without;
        if (type == without) return with_sign;
    }
    return type;
}

bool is_unsigned(External type) {
    using enum External;
    return type == uint8 || type == uint16 || type == uint32 || type == External::uint64;
}

bool is_floating(External type) {
    return type == External::float32 || type == External::float64;
}

External meant_type(const Variable& variable) {
    const std::string word = lower_case(text_in(variable, "_Unsigned"));
    const bool says_other = is_unsigned(variable.type)
                                ? word == "false"
                                : word == "true" && !is_floating(variable.type);
    return says_other ? other_sign(variable.type) : variable.type;
}

template <class T>
MissingValues::Value file_form(T value) {
    MissingValues::Value form{};
    const auto native = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little)
        std::reverse_copy(native.begin(), native.end(), form.begin());
    else
        std::copy(native.begin(), native.end(), form.begin());
    return form;
}

/// Limits of integers are exact here, also those of 64 bits.
template <class T>
bool holds(long double number) {
    return number >= static_cast<long double>(std::numeric_limits<T>::lowest()) &&
           number <= static_cast<long double>(std::numeric_limits<T>::max());
}

/// Of an attribute: its bits where the type is the variable's, else the equal number, if there is.
template <class T>
std::optional<MissingValues::Value> stored_form(const Variable& variable,
                                                const Attribute& attribute, std::size_t index) {
    if (attribute.type == variable.type) {
        MissingValues::Value form{};
        std::copy_n(attribute.values.data() + index * sizeof(T), sizeof(T), form.begin());
        return form;
    }
    const long double number = number_at(attribute, index);
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isfinite(number) && !holds<T>(number)) return std::nullopt;
    } else {
        if (!holds<T>(number) || std::trunc(number) != number) return std::nullopt;
    }
    return file_form(static_cast<T>(number));
}

/// The mark is the variable's own _FillValue, else its own missing value, else that of the type.
template <class T>
void add_marks(const Variable& variable, ValueRules& rules) {
    std::vector<MissingValues::Value>& marks = rules.missing.values;
    const auto add = [&](const std::optional<MissingValues::Value>& form) {
        if (!form) return;
        if (!rules.mark) rules.mark = form;
        if (std::ranges::find(marks, *form) == marks.end()) marks.push_back(*form);
    };
    const auto add_all = [&](const Attribute& attribute) {
        for (std::int64_t i = 0; i < attribute.count; ++i)
            add(stored_form<T>(variable, attribute, static_cast<std::size_t>(i)));
    };
    const Attribute* const fill = find_numbers(variable, "_FillValue");
    if (fill != nullptr) add_all(*fill);
    if (const Attribute* const others = find_numbers(variable, "missing_value")) add_all(*others);
    if (fill == nullptr && sizeof(T) > 1 && rules.type == variable.type) {
        MissingValues::Value form{};
        std::ranges::copy(types::default_fill(variable.type), form.begin());
        add(form);
    }
}

/// What is valid, as stored values.
template <class T>
class ValidRange {
public:
    ValidRange(const Variable& variable, const ValueRules& rules)
        : variable_(variable), rules_(rules) {}

    void take(const Attribute& attribute, std::size_t index, bool is_low) {
        const bool is_own = attribute.type == variable_.type;
        const long double number =
            is_own ? static_cast<long double>(load<T>(attribute.values.data() + index * sizeof(T)))
                   : number_at(attribute, index);
        if (std::isnan(number)) return;
        const bool is_meant = rules_.is_packed && rules_.scale != 0 && std::is_integral_v<T> &&
                              is_floating(attribute.type);
        if (is_meant) {
            // Rounding makes a little more or less of a bound that is a stored value.
            constexpr long double room = 1e-3L;
            const long double stored = (number - rules_.offset) / rules_.scale;
            const bool bounds_below = is_low == (rules_.scale > 0);
            bound(bounds_below ? stored - room : stored + room, bounds_below);
        } else {
            bound(number, is_low);
        }
    }
    void say(MissingValues& missing) const {
        missing.has_range = is_said_;
        if (!is_said_) return;
        missing.low = file_form(low_);
        missing.high = file_form(high_);
    }

private:
    using Limits = std::numeric_limits<T>;
    static constexpr T lowest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    static constexpr T highest = Limits::has_infinity ? Limits::infinity() : Limits::max();

    /// Of integers the next one within the bound. A bound that leaves nothing makes `low_` more
    /// than `high_`.
    void bound(long double number, bool is_low) {
        is_said_ = true;
        if (std::is_integral_v<T>) number = is_low ? std::ceil(number) : std::floor(number);
        if (holds<T>(number)) {
            (is_low ? low_ : high_) = static_cast<T>(number);
        } else if (is_low == (number > 0)) {
            low_ = highest;
            high_ = lowest;
        }
    }

    const Variable& variable_;
    const ValueRules& rules_;
    bool is_said_ = false;
    T low_ = lowest;
    T high_ = highest;
};

template <class T>
void set_range(const Variable& variable, ValueRules& rules) {
    ValidRange<T> range(variable, rules);
    const Attribute* const both = find_numbers(variable, "valid_range");
    if (both != nullptr && both->count == 2) {
        range.take(*both, 0, true);
        range.take(*both, 1, false);
    } else {
        if (const Attribute* const least = find_numbers(variable, "valid_min"))
            range.take(*least, 0, true);
        if (const Attribute* const most = find_numbers(variable, "valid_max"))
            range.take(*most, 0, false);
    }
    range.say(rules.missing);
}

}  // namespace

ValueRules rules_of(const Variable& variable) {
    ValueRules rules;
    rules.type = meant_type(variable);
    if (variable.type == External::character) return rules;
    const std::optional<double> scale = number_in(variable, "scale_factor");
    const std::optional<double> offset = number_in(variable, "add_offset");
    if (scale && std::isfinite(*scale)) rules.scale = *scale;
    if (offset && std::isfinite(*offset)) rules.offset = *offset;
    rules.is_packed = rules.scale != 1 || rules.offset != 0;
    with_value_type(rules.type, [&]<class T>(std::type_identity<T>) {
        add_marks<T>(variable, rules);
        set_range<T>(variable, rules);
    });
    return rules;
}

}  // namespace weft::tools
