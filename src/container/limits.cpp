// SPDX-License-Identifier: BSD-3-Clause
#include "container/limits.hpp"

#include <fmt/format.h>

#include "types/types.hpp"

namespace weft::container {
namespace {

Status check_attributes(const Limits& limits, const model::AttributeList& attributes) {
    for (const model::Attribute& attribute : attributes) {
        if (static_cast<int>(attribute.type) > limits.last_type)
            return {Code::ebadtype, fmt::format("attribute '{}' is of type {}", attribute.name,
                                                types::name_of(attribute.type))};
        if (attribute.count > limits.attribute_count)
            return {Code::einval,
                    fmt::format("attribute '{}' has {} values", attribute.name, attribute.count)};
    }
    return {};
}

}  // namespace

Status check_limits(const Limits& limits, const model::Schema& schema) {
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Dimension& dimension = schema.dimension(id);
        if (dimension.length > limits.dimension_length)
            return {Code::edimsize,
                    fmt::format("dimension '{}' is {} long", dimension.name, dimension.length)};
    }
    if (schema.record_count > limits.record_count)
        return {Code::edimsize, fmt::format("there are {} records", schema.record_count)};
    Status status = check_attributes(limits, schema.global_attributes);
    for (int id = 0; id < schema.variable_count() && status.ok(); ++id) {
        const model::Variable& variable = schema.variable(id);
        if (static_cast<int>(variable.type) > limits.last_type)
            status = {Code::ebadtype, fmt::format("variable '{}' is of type {}", variable.name,
                                                  types::name_of(variable.type))};
        status.keep_first(check_attributes(limits, variable.attributes));
    }
    return status;
}

}  // namespace weft::container
