// SPDX-License-Identifier: BSD-3-Clause
#include "container/limits.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "types/types.hpp"

namespace weft::container {
namespace {

/// A slash in a name means a group.
Status check_name(const char* kind, std::string_view name) {
    if (name.find('/') == std::string_view::npos) return {};
    return {Code::ebadname, fmt::format("{} '{}' is in a group", kind, name)};
}

Status check_attributes(const Limits& limits, const model::AttributeList& attributes) {
    for (const model::Attribute& attribute : attributes) {
        const Status named = check_name("attribute", attribute.name);
        if (!named.ok()) return named;
        if (!attribute.has_values())
            return {Code::ebadtype, fmt::format("attribute '{}' is of type {}", attribute.name,
                                                attribute.type_name())};
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
        const Status named = check_name("dimension", dimension.name);
        if (!named.ok()) return named;
        const bool may_be_empty =
            limits.grows_freely ? dimension.is_unlimited : id == schema.record_dimension();
        if (dimension.length == 0 && !may_be_empty)
            return {Code::edimsize, fmt::format("dimension '{}', which is not that of the records, "
                                                "has the length 0",
                                                dimension.name)};
        if (dimension.length > limits.dimension_length)
            return {Code::edimsize,
                    fmt::format("dimension '{}' is {} long", dimension.name, dimension.length)};
    }
    if (schema.grows_freely() && !limits.grows_freely)
        return {Code::eunlimit,
                "there are several unlimited dimensions, or one behind another dimension"};
    if (schema.record_count > limits.record_count)
        return {Code::edimsize, fmt::format("there are {} records", schema.record_count)};
    Status status = check_attributes(limits, schema.global_attributes);
    for (int id = 0; id < schema.variable_count() && status.ok(); ++id) {
        const model::Variable& variable = schema.variable(id);
        status = check_name("variable", variable.name);
        if (!variable.has_values())
            status.keep_first({Code::ebadtype, fmt::format("variable '{}' is of type {}",
                                                           variable.name, variable.type_name())});
        if (std::cmp_greater(variable.dimension_ids.size(), limits.variable_dimensions))
            status.keep_first(
                {Code::emaxdims, fmt::format("variable '{}' has {} dimensions", variable.name,
                                             variable.dimension_ids.size())});
        if (static_cast<int>(variable.type) > limits.last_type)
            status.keep_first(
                {Code::ebadtype, fmt::format("variable '{}' is of type {}", variable.name,
                                             types::name_of(variable.type))});
        status.keep_first(check_attributes(limits, variable.attributes));
    }
    return status;
}

}  // namespace weft::container
