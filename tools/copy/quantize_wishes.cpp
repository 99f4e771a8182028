// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/quantize_wishes.hpp"

#include <fmt/format.h>

#include <vector>

#include "dataset/compression.hpp"
#include "tools/part/names.hpp"
#include "tools/part/ranges.hpp"

namespace weft::tools {

Status QuantizeWishes::add(const std::string& text) {
    const std::vector<std::string> items = split_list(text);
    const auto how = dataset::quantization_called(items.front());
    if (!how)
        return {Code::einval, fmt::format("'{}' is none of bitround:N, granular:N and bitgroom:N",
                                          items.front())};
    const int most = types::most_digits(how->mode, types::External::float64);
    if (how->digits > most)
        return {Code::einval, fmt::format("'{}' keeps more than {}, which is all that a double has",
                                          items.front(), most)};
    if (items.size() == 1) usual = how;
    for (std::size_t i = 1; i < items.size(); ++i) variables.insert_or_assign(items[i], *how);
    return {};
}

Result<NewQuantization> QuantizeWishes::of(const model::Schema& schema) const {
    NewQuantization found{.usual = usual, .variables = {}};
    for (const auto& [name, how] : variables) {
        const int id = find_variable(schema, name);
        if (id < 0) return unknown_variable(schema, name);
        found.variables[id] = how;
    }
    return found;
}

}  // namespace weft::tools
