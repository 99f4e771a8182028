// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/quantizing.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "model/quantization.hpp"
#include "types/byte_order.hpp"

namespace weft::dataset {
namespace {

using container::Definition;
using types::Quantization;
using types::QuantizeMode;

/// The attributes by which variables name others that say where or when their values are, by the CF
/// conventions.
constexpr std::string_view namings[] = {"coordinates",   "bounds",        "climatology",
                                        "cell_measures", "formula_terms", "node_coordinates"};

std::string_view text_of(const model::Variable& variable, std::string_view name) {
    const int id = variable.attributes.find(name);
    if (id < 0 || variable.attributes.at(id).type != types::External::character) return {};
    const model::Values& values = variable.attributes.at(id).values;
    return {reinterpret_cast<const char*>(values.data()), values.size()};
}

/// Copies: attributes move in memory when others are added.
using Words = std::set<std::string, std::less<>>;

void add_words(std::string_view text, Words& words) {
    constexpr std::string_view blanks{" \t\n\r\0", 5};
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty()) return;
        const std::string_view word = text.substr(0, text.find_first_of(blanks));
        words.emplace(word);
        text.remove_prefix(word.size());
    }
}

/// The names of variables, and other words.
Words words_of_namings(const model::Schema& schema) {
    Words words;
    for (int id = 0; id < schema.variable_count(); ++id)
        for (const std::string_view naming : namings)
            add_words(text_of(schema.variable(id), naming), words);
    return words;
}

/// Whether the variable has a missing value other than the fill value, which quantization would
/// change beyond recognition.
bool has_missing_value(const Definition& definition, int id) {
    const model::Variable& variable = definition.variable(id);
    const int attribute_id = variable.attributes.find("missing_value");
    if (attribute_id < 0) return false;
    const model::Attribute& attribute = variable.attributes.at(attribute_id);
    container::Fill fill = definition.fill_of(id);
    const auto value =
        std::span(fill.value).first(static_cast<std::size_t>(types::size_of(variable.type)));
    types::change_form(variable.type, value, variable.byte_order);
    return attribute.type != variable.type || !std::ranges::equal(attribute.values, value);
}

}  // namespace

void settle_quantization(Definition& definition, const std::optional<Quantization>& hint) {
    if (!definition.limits.stores_chunks) return;
    model::Schema& schema = definition.schema;
    const Words named = words_of_namings(schema);
    const int begin = definition.before ? definition.before->variable_count() : 0;
    for (int id = begin; id < schema.variable_count(); ++id) {
        model::Variable& variable = schema.variable(id);
        const int most = hint ? types::most_digits(hint->mode, variable.type) : 0;
        const bool is_exact = named.contains(std::string_view(variable.name)) ||
                              schema.find_dimension(variable.name) >= 0 ||
                              model::told_quantization(variable).mode != QuantizeMode::none;
        if (!variable.quantization && most > 0 && !is_exact && !has_missing_value(definition, id))
            variable.quantization = Quantization{hint->mode, std::min(hint->digits, most)};
        if (variable.quantization && variable.quantization->mode != QuantizeMode::none)
            model::tell_quantization(variable, *variable.quantization);
    }
}

}  // namespace weft::dataset
