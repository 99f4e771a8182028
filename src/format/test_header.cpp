// SPDX-License-Identifier: BSD-3-Clause
#include "format/test_header.hpp"

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::format::testing {
namespace {

void add_variable(Schema& schema, int type_number, const char* prefix,
                  const std::vector<int>& ids) {
    const types::External type = *types::external_from_number(type_number);
    Variable variable;
    variable.name = std::string(prefix) + types::name_of(type);
    variable.type = type;
    variable.dimension_ids = ids;
    variable.attributes.add(attribute_of(types::External::character, "units", type_number));
    variable.attributes.add(attribute_of(type, "_FillValue", 1));
    schema.add_variable(std::move(variable));
}

/// Places all variables of one kind, one behind the other.
std::int64_t place(Schema& schema, bool record_variables, std::int64_t offset) {
    for (int id = 0; id < schema.variable_count(); ++id) {
        Variable& variable = schema.variable(id);
        if (schema.is_record_variable(variable) != record_variables) continue;
        variable.begin = offset;
        offset += round_up(slab_bytes(schema, variable).value(), padding_unit);
    }
    return offset;
}

}  // namespace

Schema example_schema(Version version) {
    Schema schema;
    schema.version = version;
    schema.record_count = 2;
    schema.add_dimension({"time", 0});
    schema.add_dimension({"lat", 3});
    schema.add_dimension({"lon", 5});
    const int types = limits_of(version).last_type;
    for (int type = 1; type <= types; ++type) {
        const auto external = *types::external_from_number(type);
        schema.global_attributes.add(
            attribute_of(external, std::string("global_") + types::name_of(external), type - 1));
        add_variable(schema, type, "fixed_", {1, 2});
        add_variable(schema, type, "record_", {0, 2});
    }
    place(schema, true, place(schema, false, header_bytes(schema)));
    return schema;
}

}  // namespace weft::format::testing
