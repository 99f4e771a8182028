// SPDX-License-Identifier: BSD-3-Clause
#include "tools/meaning/value_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "tools/meaning/attributes.hpp"
#include "types/byte_order.hpp"

namespace weft::tools {
namespace {

using model::Attribute;
using model::Variable;
using types::External;

/// The unsigned type with the same bits as a signed integer type.
External unsigned_of(External type) {
    using enum External;
    for (const auto& [with_sign, without] :
         {std::pair{byte, uint8}, std::pair{int16, uint16}, std::pair{int32, uint32},
          std::pair{External::int64, External::uint64}}) {
        if (type == with_sign) return without;
    }
    return type;
}

External meant_type(const Variable& variable) {
    const bool is_unsigned = lower_case(text_in(variable, "_Unsigned")) == "true";
    return is_unsigned ? unsigned_of(variable.type) : variable.type;
}

template <class T>
MissingValues::Value form_of(T value) {
    MissingValues::Value form{};
    std::memcpy(form.data(), &value, sizeof(T));
    return form;
}

/// Whether the type can hold the number. The limits of integers are exact in this type, even those
/// of 64 bits.
template <class T>
bool holds(long double number) {
    return number >= static_cast<long double>(std::numeric_limits<T>::lowest()) &&
           number <= static_cast<long double>(std::numeric_limits<T>::max());
}

using Forms = std::vector<MissingValues::Value>;

/// The numbers as values of a variable's type. Empty if the type lacks one of them.
template <class Stored>
Forms stored_forms(const Attribute& attribute) {
    Forms forms;
    for (std::int64_t i = 0; i < attribute.count; ++i) {
        const long double number = number_at(attribute, static_cast<std::size_t>(i));
        const bool is_beyond = std::is_integral_v<Stored> || std::isfinite(number);
        if (is_beyond && !holds<Stored>(number)) return {};
        const auto value = static_cast<Stored>(number);
        // The numbers are compared as doubles, as by other programs.
        const bool is_same = static_cast<double>(value) == static_cast<double>(number);
        if (!is_same && !std::isnan(number)) return {};
        forms.push_back(form_of(value));
    }
    return forms;
}

/// The stored values of an attribute; nothing if it is ignored.
Forms usable(const Variable& variable, std::string_view name) {
    const Attribute* const attribute = find_numbers(variable, name);
    if (attribute == nullptr) return {};
    return with_value_type(variable.type, [&]<class Stored>(std::type_identity<Stored>) {
        return stored_forms<Stored>(*attribute);
    });
}

/// The mark is the first missing value, or else the variable's own fill value, or else that of the
/// type.
void add_marks(const Variable& variable, ValueRules& rules) {
    Forms fill = usable(variable, "_FillValue");
    const Forms others = usable(variable, "missing_value");
    if (fill.empty() && types::size_of(variable.type) > 1 && rules.type == variable.type) {
        MissingValues::Value& form = fill.emplace_back(types::default_fill(variable.type));
        types::change_form(
            variable.type,
            std::span(form).first(static_cast<std::size_t>(types::size_of(variable.type))));
    }
    if (!fill.empty()) rules.mark = fill.front();
    if (!others.empty()) rules.mark = others.front();
    for (const Forms& forms : {fill, others}) {
        for (const MissingValues::Value& form : forms) {
            if (std::ranges::find(rules.missing.values, form) == rules.missing.values.end())
                rules.missing.values.push_back(form);
        }
    }
}

/// The valid range, as stored values. A limit of NaN is ignored.
template <class T>
void set_range(const Variable& variable, ValueRules& rules) {
    using Limits = std::numeric_limits<T>;
    Forms least = usable(variable, "valid_min");
    Forms most = usable(variable, "valid_max");
    if (const Forms both = usable(variable, "valid_range"); both.size() == 2) {
        least = {both.front()};
        most = {both.back()};
    }
    const auto limit = [&rules](const Forms& forms, T without) {
        const T value = forms.empty() ? without : load<T>(forms.front().data());
        if (forms.empty() || value != value) return form_of(without);
        rules.missing.has_range = true;
        return form_of(value);
    };
    rules.missing.low = limit(least, Limits::has_infinity ? -Limits::infinity() : Limits::lowest());
    rules.missing.high = limit(most, Limits::has_infinity ? Limits::infinity() : Limits::max());
    if (!rules.missing.has_range) rules.missing.low = rules.missing.high = {};
}

/// Sets the packing. Both attributes are ignored if one of them is not a single number.
void set_packing(const Variable& variable, ValueRules& rules) {
    const std::optional<double> scale = number_in(variable, "scale_factor");
    const std::optional<double> offset = number_in(variable, "add_offset");
    if (!scale && find_attribute(variable, "scale_factor") != nullptr) return;
    if (!offset && find_attribute(variable, "add_offset") != nullptr) return;
    if (scale && std::isfinite(*scale)) rules.scale = *scale;
    if (offset && std::isfinite(*offset)) rules.offset = *offset;
    rules.is_packed = rules.scale != 1 || rules.offset != 0;
}

}  // namespace

ValueRules rules_of(const Variable& variable) {
    ValueRules rules;
    rules.type = meant_type(variable);
    if (variable.type == External::character) return rules;
    set_packing(variable, rules);
    add_marks(variable, rules);
    with_value_type(rules.type,
                    [&]<class T>(std::type_identity<T>) { set_range<T>(variable, rules); });
    return rules;
}

std::vector<std::string> ignored_rules(const Variable& variable) {
    std::vector<std::string> sentences;
    if (variable.type == External::character) return sentences;
    for (const char* name :
         {"_FillValue", "missing_value", "valid_min", "valid_max", "valid_range"}) {
        if (find_numbers(variable, name) != nullptr && usable(variable, name).empty())
            sentences.push_back(fmt::format(
                "{} of '{}' is ignored: it has a number that the variable's type, {}, lacks", name,
                variable.name, types::name_of(variable.type)));
    }
    return sentences;
}

}  // namespace weft::tools
