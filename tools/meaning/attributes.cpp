// SPDX-License-Identifier: BSD-3-Clause
#include "tools/meaning/attributes.hpp"

#include <type_traits>

#include "tools/shared/number_text.hpp"
#include "types/types.hpp"

namespace weft::tools {

const model::Attribute* find_attribute(const model::Variable& variable, std::string_view name) {
    const int id = variable.attributes.find(name);
    return id < 0 ? nullptr : &variable.attributes.at(id);
}

const model::Attribute* find_text(const model::Variable& variable, std::string_view name) {
    const model::Attribute* const found = find_attribute(variable, name);
    const bool is_text = found != nullptr && found->type == types::External::character;
    return is_text ? found : nullptr;
}

const model::Attribute* find_numbers(const model::Variable& variable, std::string_view name) {
    const model::Attribute* const found = find_attribute(variable, name);
    const bool has_numbers =
        found != nullptr && found->type != types::External::character && found->count > 0;
    return has_numbers ? found : nullptr;
}

std::string text_in(const model::Variable& variable, std::string_view name) {
    const model::Attribute* const found = find_text(variable, name);
    if (found == nullptr) return {};
    std::string text(reinterpret_cast<const char*>(found->values.data()),
                     static_cast<std::size_t>(found->count));
    while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
    return text;
}

long double number_at(const model::Attribute& attribute, std::size_t index) {
    return with_value_type(attribute.type, [&]<class T>(std::type_identity<T>) {
        return static_cast<long double>(load<T>(attribute.values.data() + index * sizeof(T)));
    });
}

std::optional<double> number_in(const model::Variable& variable, std::string_view name) {
    const model::Attribute* const found = find_numbers(variable, name);
    if (found == nullptr || found->count != 1) return std::nullopt;
    return static_cast<double>(number_at(*found, 0));
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

}  // namespace weft::tools
