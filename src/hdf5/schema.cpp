// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "model/quantization.hpp"

namespace weft::hdf5 {
namespace {

model::Attribute attribute_of(const DescribedAttribute& described) {
    model::Attribute attribute;
    attribute.name = described.name;
    attribute.is_string = described.is_string;
    const auto external = types::external_from_number(described.type.number);
    const model::ForeignType& foreign = described.type.foreign;
    if (external) attribute.type = *external;
    if (!external && foreign.has_integers()) attribute.type = foreign.base;
    if (external || foreign.has_integers()) {
        attribute.count = described.count;
        attribute.values = described.values;
    }
    if (!external)
        attribute.foreign = std::make_shared<const model::ForeignValues>(
            model::ForeignValues{foreign, described.count, described.strings});
    return attribute;
}

void add_attributes(const std::vector<DescribedAttribute>& described, model::AttributeList& list) {
    list.reserve(static_cast<int>(described.size()));
    for (const DescribedAttribute& one : described) list.add(attribute_of(one));
}

model::Variable variable_of(const DescribedVariable& described) {
    model::Variable variable;
    variable.name = described.name;
    variable.dimension_ids = described.dimensions;
    variable.byte_order = described.type.is_little_endian ? std::endian::little : std::endian::big;
    if (const auto external = types::external_from_number(described.type.number)) {
        variable.type = *external;
    } else {
        if (described.type.foreign.has_integers()) variable.type = described.type.foreign.base;
        variable.foreign = std::make_shared<const model::ForeignType>(described.type.foreign);
    }
    variable.storage = std::make_shared<const model::Storage>(described.storage.form);
    add_attributes(described.attributes, variable.attributes);
    variable.quantization = model::usable_quantization(variable);
    return variable;
}

}  // namespace

namespace {

/// Adds attributes and variables to a schema that has its dimensions.
Result<model::Schema> completed(model::Schema schema, const Description& description) {
    add_attributes(description.attributes, schema.global_attributes);
    schema.reserve_variables(static_cast<int>(description.variables.size()));
    for (const DescribedVariable& one : description.variables) {
        const bool is_known = std::ranges::all_of(
            one.dimensions, [&](int id) { return id >= 0 && id < schema.dimension_count(); });
        if (!is_known)
            return Status(Code::ehdferr,
                          fmt::format("variable '{}' has unknown dimensions", one.name));
        const int id = schema.add_variable(variable_of(one));
        // Later products of lengths cannot overflow.
        const auto bytes = model::slab_value_bytes(schema, schema.variable(id));
        if (!bytes.ok()) return bytes.status();
    }
    return schema;
}

/// Whether the dataset has records, as a classic file has: it has one unlimited dimension, which is
/// only used as the first one of chunked variables.
bool has_records(const Description& description) {
    const auto is_unlimited = [&](int id) {
        return id >= 0 && std::cmp_less(id, description.dimensions.size()) &&
               description.dimensions[static_cast<std::size_t>(id)].is_unlimited;
    };
    if (std::ranges::count(description.dimensions, true, &DescribedDimension::is_unlimited) != 1)
        return false;
    return std::ranges::all_of(description.variables, [&](const DescribedVariable& one) {
        const auto count = std::ranges::count_if(one.dimensions, is_unlimited);
        const bool is_first = count == 1 && is_unlimited(one.dimensions.front());
        return count == 0 ||
               (is_first && one.storage.form.layout == model::Storage::Layout::chunked);
    });
}

}  // namespace

Result<model::Schema> schema_of(const Description& description) {
    if (has_records(description)) return written_schema_of(description);
    model::Schema schema;
    schema.reserve_dimensions(static_cast<int>(description.dimensions.size()));
    for (const DescribedDimension& one : description.dimensions) {
        if (one.is_unlimited)
            schema.add_grown_dimension(one.name, one.length);
        else
            schema.add_dimension({.name = one.name, .length = one.length});
    }
    return completed(std::move(schema), description);
}

Result<model::Schema> written_schema_of(const Description& description) {
    model::Schema schema;
    for (const DescribedDimension& one : description.dimensions) {
        if (!one.is_unlimited) {
            schema.add_dimension({.name = one.name, .length = one.length});
        } else if (schema.record_dimension() >= 0) {
            schema.add_grown_dimension(one.name, one.length);
        } else {
            schema.add_dimension(model::unlimited_dimension(one.name));
            schema.record_count = one.length;
        }
    }
    return completed(std::move(schema), description);
}

}  // namespace weft::hdf5
