// SPDX-License-Identifier: BSD-3-Clause
#include "container/definition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "container/constants.hpp"
#include "model/names.hpp"
#include "types/byte_order.hpp"

namespace weft::container {

Status Definition::check_no_group(std::string_view name) const {
    if (std::ranges::find(groups, name) == groups.end()) return {};
    return {Code::enameinuse, fmt::format("'{}' is the name of a group", name)};
}

Status Definition::check_dimension(int id) const {
    if (id >= 0 && id < schema.dimension_count()) return {};
    return {Code::ebaddim,
            fmt::format("there is no dimension {} among {}", id, schema.dimension_count())};
}

Status Definition::check_variable(int id) const {
    if (has_variable(id)) return {};
    return {Code::enotvar,
            fmt::format("there is no variable {} among {}", id, schema.variable_count())};
}

Status Definition::check_type(int type) const {
    if (!types::external_from_number(type))
        return {Code::ebadtype, fmt::format("there is no external type {}", type)};
    if (type <= limits.last_type) return {};
    if (limits.stores_chunks)
        return {Code::estrictnc3, fmt::format("the classic model has no external type {}", type)};
    return {Code::estrictcdf2, fmt::format("external type {} needs the CDF-5 format", type)};
}

Result<int> Definition::find_dimension(const char* name) const {
    std::string room;
    const Result<std::string_view> sought = model::sought_name(view_of(name), room);
    if (!sought.ok()) return sought.status();
    const int id = schema.find_dimension(sought.value());
    if (id < 0)
        return Status(Code::ebaddim, fmt::format("there is no dimension '{}'", sought.value()));
    return id;
}

Result<int> Definition::find_variable(const char* name) const {
    std::string room;
    const Result<std::string_view> sought = model::sought_name(view_of(name), room);
    if (!sought.ok()) return sought.status();
    const int id = schema.find_variable(sought.value());
    if (id < 0)
        return Status(Code::enotvar, fmt::format("there is no variable '{}'", sought.value()));
    return id;
}

Result<const model::AttributeList*> Definition::attributes_of(int owner) const {
    const model::AttributeList* list = find_list(owner);
    if (list == nullptr) return check_variable(owner);
    return list;
}

Result<int> Definition::find_attribute(int owner, const char* name) const {
    const model::AttributeList* list = find_list(owner);
    if (list == nullptr) return check_variable(owner);
    std::string room;
    const Result<std::string_view> sought = model::sought_name(view_of(name), room);
    if (!sought.ok()) return sought.status();
    const int id = list->find(sought.value());
    if (id < 0)
        return Status(Code::enotatt, fmt::format("there is no attribute '{}'", sought.value()));
    return id;
}

std::int64_t Definition::dimension_length(int id) const {
    return schema.length_of(id);
}

Fill Definition::fill_of(int variable_id) const {
    const model::Variable& variable = schema.variable(variable_id);
    Fill fill{.no_fill = no_fill[static_cast<std::size_t>(variable_id)],
              .value = types::default_fill(variable.type)};
    const auto value =
        std::span(fill.value).first(static_cast<std::size_t>(types::size_of(variable.type)));
    if (variable.byte_order == std::endian::little) std::ranges::reverse(value);
    const int id = variable.attributes.find(fill_value_name);
    if (id < 0) return fill;
    const model::Attribute& attribute = variable.attributes.at(id);
    // A file may have a _FillValue of another type or length; then the default applies.
    if (attribute.type != variable.type || attribute.count != 1) return fill;
    std::memcpy(fill.value.data(), attribute.values.data(), attribute.values.size());
    types::change_form(variable.type, value, variable.byte_order);
    return fill;
}

}  // namespace weft::container
