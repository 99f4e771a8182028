// SPDX-License-Identifier: BSD-3-Clause
#include "tools/diff/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "formats/formats.hpp"
#include "model/names.hpp"
#include "tools/diff/values.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Attribute;
using model::AttributeList;
using model::Schema;
using model::Variable;

constexpr std::string_view defined = "defined";
constexpr std::string_view missing = "not found";
/// The most bytes of a text that are shown.
constexpr std::size_t longest_text = 60;

/// The form under which names are looked up. A name from a header has one.
std::string key_of(std::string_view name) {
    Result<std::string> normalised = model::normalised_name(name);
    return normalised.ok() ? std::move(normalised).value() : std::string(name);
}

/// Compares the facts of both files about one thing.
class Comparison {
public:
    Comparison(std::string subject, std::vector<Remark>& remarks)
        : subject_(std::move(subject)), remarks_(remarks) {}

    bool operator()(std::string_view aspect, const auto& first, const auto& second) {
        const bool same = first == second;
        remarks_.push_back({.same = same,
                            .subject = subject_,
                            .aspect = std::string(aspect),
                            .first = fmt::format("{}", first),
                            .second = same ? std::string() : fmt::format("{}", second)});
        return same;
    }
    /// Notes facts that differ, although they may look the same.
    void differ(std::string_view aspect, std::string first, std::string second) {
        remarks_.push_back({.same = false,
                            .subject = subject_,
                            .aspect = std::string(aspect),
                            .first = std::move(first),
                            .second = std::move(second)});
    }

    /// Notes values of a type that Weft does not read.
    void leave_unread(std::string_view type) {
        remarks_.push_back({.same = true,
                            .subject = subject_,
                            .aspect = {},
                            .first = fmt::format("it is {}", type),
                            .second = {},
                            .is_unread = true});
    }

private:
    std::string subject_;
    std::vector<Remark>& remarks_;
};

/// The attribute's text from a byte on, in quotes.
std::string quoted(const Attribute& attribute, std::size_t from) {
    std::string text = from > 0 ? "\"..." : "\"";
    for (std::size_t i = from; i < attribute.values.size(); ++i) {
        if (text.size() > longest_text) return text + "...\"";
        const auto character = std::to_integer<unsigned char>(attribute.values[i]);
        if (character < 0x20 || character == 0x7f) {
            text += fmt::format("\\{:03o}", character);
        } else {
            text += static_cast<char>(character);
        }
    }
    return text + "\"";
}

/// The shown form of an attribute: a text in quotes, or its numbers; only the beginning of a long
/// one.
std::string shown_value(const Attribute& attribute, std::size_t from = 0) {
    if (!attribute.has_values() && attribute.foreign->strings.empty())
        return fmt::format("{} values", attribute.length());
    if (!attribute.has_values())
        return fmt::format("\"{}\"", fmt::join(attribute.foreign->strings, "\", \""));
    if (attribute.type == types::External::character) return quoted(attribute, from);
    std::string text;
    for (std::int64_t i = 0; i < attribute.count; ++i) {
        if (text.size() > longest_text) return text + ", ...";
        if (i > 0) text += ", ";
        text += value_text(attribute.type,
                           attribute.values.data() + i * types::size_of(attribute.type));
    }
    return attribute.count == 0 ? "no value" : text;
}

/// Shows attribute values that differ. For texts with the same beginning, it shows the part around
/// the difference.
void show_values(const Attribute& a, const Attribute& b, Comparison& compare) {
    std::string first = shown_value(a);
    std::string second = shown_value(b);
    if (first == second) {
        constexpr std::size_t before = 20;
        const auto differing = std::ranges::mismatch(a.values, b.values).in1;
        const auto at = static_cast<std::size_t>(differing - a.values.begin());
        first = shown_value(a, at > before ? at - before : 0);
        second = shown_value(b, at > before ? at - before : 0);
    }
    compare.differ("value", first, second);
}

/// Two attributes of one type and length.
void compare_values_of(const Attribute& a, const Attribute& b, Comparison& compare) {
    if (!a.has_values()) {
        if (a.foreign->type.type_class != model::TypeClass::string)
            return compare.leave_unread(a.type_name());
        if (a.foreign->strings != b.foreign->strings) show_values(a, b, compare);
        return;
    }
    if (a.type == types::External::character) {
        if (a.values == b.values) {
            compare("value", shown_value(a), shown_value(b));
        } else {
            show_values(a, b, compare);
        }
        return;
    }
    Tally tally;
    compare_values(a.type, {a.values}, b.values, {}, tally);
    if (tally.differing == 0) {
        compare("value", a.count, a.count);
        return;
    }
    compare(fmt::format("element {}", tally.first), value_text(a.type, &tally.first_values[0][0]),
            value_text(b.type, &tally.first_values[1][0]));
}

void compare_attribute(const std::string& subject, const Attribute& a, const Attribute& b,
                       std::vector<Remark>& remarks) {
    Comparison compare(subject, remarks);
    const bool same_type = compare("type", a.type_name(), b.type_name());
    const bool same_length = compare("length", a.length(), b.length());
    if (same_type && same_length) {
        compare_values_of(a, b, compare);
    } else {
        show_values(a, b, compare);
    }
}

/// `owner` is "global attribute" or "variable "x" attribute".
void compare_attributes(const std::string& owner, const AttributeList& first,
                        const AttributeList& second, const AttributeFilter& filter,
                        std::vector<Remark>& remarks) {
    for (const Attribute& attribute : first) {
        if (filter.skips(attribute.name)) continue;
        const std::string subject = fmt::format("{} \"{}\"", owner, attribute.name);
        const int other = second.find(key_of(attribute.name));
        if (other < 0) {
            Comparison(subject, remarks)("", shown_value(attribute), missing);
        } else {
            compare_attribute(subject, attribute, second.at(other), remarks);
        }
    }
    for (const Attribute& attribute : second) {
        if (filter.skips(attribute.name) || first.find(key_of(attribute.name)) >= 0) continue;
        const std::string subject = fmt::format("{} \"{}\"", owner, attribute.name);
        Comparison(subject, remarks)("", missing, shown_value(attribute));
    }
}

std::string length_text(const Schema& schema, int id) {
    return fmt::format("{}{}", schema.dimension(id).is_unlimited ? "unlimited, now " : "",
                       schema.length_of(id));
}

void compare_dimensions(const Schema& first, const Schema& second, std::vector<Remark>& remarks) {
    for (int id = 0; id < first.dimension_count(); ++id) {
        const std::string_view name = first.dimension(id).name;
        Comparison compare(fmt::format("dimension \"{}\"", name), remarks);
        const int other = second.find_dimension(key_of(name));
        if (other < 0) {
            compare("", defined, missing);
        } else {
            compare("length", length_text(first, id), length_text(second, other));
        }
    }
    for (int id = 0; id < second.dimension_count(); ++id) {
        const std::string_view name = second.dimension(id).name;
        if (first.find_dimension(key_of(name)) >= 0) continue;
        Comparison(fmt::format("dimension \"{}\"", name), remarks)("", missing, defined);
    }
}

/// The dimensions as text: "(t, x)".
std::string dimensions_text(const Schema& schema, const Variable& variable) {
    std::string text = "(";
    for (const int id : variable.dimension_ids) {
        text += fmt::format("{}{}", text.size() > 1 ? ", " : "", schema.dimension(id).name);
    }
    return text + ")";
}

}  // namespace

std::vector<VariablePair> pairs_of(const Schema& first, const Schema& second) {
    std::vector<VariablePair> pairs;
    for (int id = 0; id < first.variable_count(); ++id) {
        const std::string_view name = first.variable(id).name;
        pairs.push_back({std::string(name), id, second.find_variable(key_of(name))});
    }
    for (int id = 0; id < second.variable_count(); ++id) {
        const std::string_view name = second.variable(id).name;
        if (first.find_variable(key_of(name)) < 0) pairs.push_back({std::string(name), -1, id});
    }
    return pairs;
}

bool AttributeFilter::skips(std::string_view name) const {
    return skips_all || std::ranges::find(skipped, name) != skipped.end();
}

void compare_globals(const Input& first_file, const Input& second_file,
                     const AttributeFilter& filter, std::vector<Remark>& remarks) {
    const Schema& first = first_file.schema();
    const Schema& second = second_file.schema();
    Comparison compare("file", remarks);
    compare("format", formats::word_of(first_file.format()),
            formats::word_of(second_file.format()));
    compare("number of dimensions", first.dimension_count(), second.dimension_count());
    compare("number of variables", first.variable_count(), second.variable_count());
    if (!filter.skips_any())
        compare("number of global attributes", first.global_attributes.size(),
                second.global_attributes.size());
    compare_attributes("global attribute", first.global_attributes, second.global_attributes,
                       filter, remarks);
    compare_dimensions(first, second, remarks);
}

void compare_definitions(const Schema& first, const Schema& second, const VariablePair& pair,
                         const AttributeFilter& filter, std::vector<Remark>& remarks) {
    const std::string subject = fmt::format("variable \"{}\"", pair.name);
    Comparison compare(subject, remarks);
    if (pair.first < 0 || pair.second < 0) {
        compare("", pair.first < 0 ? missing : defined, pair.second < 0 ? missing : defined);
        return;
    }
    const Variable& a = first.variable(pair.first);
    const Variable& b = second.variable(pair.second);
    compare("type", a.type_name(), b.type_name());
    if (compare("dimensions", dimensions_text(first, a), dimensions_text(second, b)))
        compare("shape", fmt::format("{}", fmt::join(first.shape_of(a), " x ")),
                fmt::format("{}", fmt::join(second.shape_of(b), " x ")));
    if (!filter.skips_any())
        compare("number of attributes", a.attributes.size(), b.attributes.size());
    compare_attributes(subject + " attribute", a.attributes, b.attributes, filter, remarks);
}

}  // namespace weft::tools
