// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/describe.hpp"

#include <bit>
#include <cstddef>

#include "container/constants.hpp"

namespace weft::hdf5 {
namespace {

std::vector<DescribedAttribute> described(const model::AttributeList& attributes) {
    std::vector<DescribedAttribute> all;
    for (const model::Attribute& one : attributes) {
        DescribedAttribute& its = all.emplace_back();
        its.name = one.name.view();
        its.type.number = static_cast<int>(one.type);
        its.count = one.count;
        its.values.assign(one.values.begin(), one.values.end());
        its.is_string = one.is_string;
    }
    return all;
}

DescribedVariable described(const container::Definition& definition, int id) {
    const model::Variable& variable = definition.variable(id);
    DescribedVariable its;
    its.name = variable.name.view();
    its.object = its.name;
    its.type.number = static_cast<int>(variable.type);
    its.type.is_little_endian = variable.byte_order == std::endian::little;
    its.dimensions.assign(variable.dimension_ids.begin(), variable.dimension_ids.end());
    its.attributes = described(variable.attributes);
    const container::Fill fill = definition.fill_of(id);
    const auto bytes = static_cast<std::size_t>(types::size_of(variable.type));
    const auto at = static_cast<std::size_t>(id);
    const bool is_told = at < definition.tells_fill.size() && definition.tells_fill[at];
    if (!fill.no_fill || is_told || variable.attributes.find(container::fill_value_name) >= 0)
        its.storage.fill.assign(fill.value.begin(), fill.value.begin() + bytes);
    its.storage.form.has_fill = !its.storage.fill.empty();
    return its;
}

}  // namespace

Description description_of(const container::Definition& definition) {
    const model::Schema& schema = definition.schema;
    Description description;
    description.is_classic_model = definition.format == container::format_numbers::netcdf4_classic;
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Dimension& dimension = schema.dimension(id);
        description.dimensions.push_back({.name = std::string(dimension.name.view()),
                                          .length = schema.length_of(id),
                                          .is_unlimited = dimension.is_unlimited});
    }
    description.attributes = described(schema.global_attributes);
    for (int id = 0; id < schema.variable_count(); ++id)
        description.variables.push_back(described(definition, id));
    return description;
}

}  // namespace weft::hdf5
