// SPDX-License-Identifier: BSD-3-Clause
#include "format/test_header.hpp"

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::format::testing {
namespace {

void add_variable(model::Schema& schema, int type_number, const char* prefix,
                  const std::vector<int>& ids) {
    const types::External type = *types::external_from_number(type_number);
    model::Variable variable;
    variable.name = std::string(prefix) + types::name_of(type);
    variable.type = type;
    variable.dimension_ids = ids;
    variable.attributes.add(attribute_of(types::External::character, "units", type_number));
    variable.attributes.add(attribute_of(type, "_FillValue", 1));
    schema.add_variable(std::move(variable));
}

/// Places all fixed or all record variables one behind the other.
std::int64_t place(Header& header, bool record_variables, std::int64_t offset) {
    const model::Schema& schema = header.schema;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        if (schema.is_record_variable(variable) != record_variables) continue;
        header.begins[static_cast<std::size_t>(id)] = offset;
        offset += round_up(slab_bytes(schema, variable).value(), padding_unit);
    }
    return offset;
}

}  // namespace

Header example_header(Version version) {
    Header header{.version = version, .schema = {}, .begins = {}};
    model::Schema& schema = header.schema;
    schema.record_count = 2;
    schema.add_dimension(model::unlimited_dimension("time"));
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
    header.begins.resize(static_cast<std::size_t>(schema.variable_count()));
    place(header, true, place(header, false, header_bytes(header)));
    return header;
}

}  // namespace weft::format::testing
