// SPDX-License-Identifier: BSD-3-Clause
#include "format/fill.hpp"

#include "types/byte_order.hpp"
#include "types/types.hpp"

namespace weft::format {

std::vector<std::byte> fill_of(const model::Variable& variable) {
    const int id = variable.attributes.find("_FillValue");
    if (id >= 0) {
        const model::Attribute& fill = variable.attributes.at(id);
        if (fill.type == variable.type && fill.count == 1) {
            std::vector<std::byte> value(fill.values.begin(), fill.values.end());
            types::change_form(fill.type, value);
            return value;
        }
    }
    const auto value = types::default_fill(variable.type);
    return {value.begin(), value.begin() + types::size_of(variable.type)};
}

}  // namespace weft::format
