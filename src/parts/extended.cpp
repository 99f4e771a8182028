// SPDX-License-Identifier: BSD-3-Clause
// A part whose set is defined anew.
#include <fmt/format.h>

#include "parts/part.hpp"

namespace weft::parts {
namespace {

std::string free_variable_name(const model::Schema& schema, std::string name) {
    while (schema.find_variable(name) >= 0) name += '_';
    return name;
}

/// A dimension of that length: the existing one of the same name, or a new one.
int dimension_like(model::Schema& schema, model::Dimension wanted) {
    if (wanted.is_unlimited && schema.record_dimension() >= 0) return schema.record_dimension();
    std::string name(wanted.name);
    int id = schema.find_dimension(name);
    while (id >= 0 && schema.dimension(id).length != wanted.length) {
        name += '_';
        id = schema.find_dimension(name);
    }
    wanted.name = name;
    return id >= 0 ? id : schema.add_dimension(std::move(wanted));
}

void take_variable(model::Variable variable, const model::Schema& from, model::Schema& schema,
                   int& id) {
    if (id != Part::none) {
        model::Variable& known = schema.variable(id);
        known.attributes = std::move(variable.attributes);
        if (known.name != variable.name)
            schema.rename_variable(id, free_variable_name(schema, std::string(variable.name)));
        return;
    }
    for (int& dimension : variable.dimension_ids)
        dimension = dimension_like(schema, from.dimension(dimension));
    variable.name = free_variable_name(schema, std::string(variable.name));
    id = schema.add_variable(std::move(variable));
}

}  // namespace

Part extended(const Part& part, const model::Schema& whole, const Table& table, int number) {
    const Part wanted = part_of(whole, table, number);
    Part made{.schema = part.schema, .variable_ids = part.variable_ids};
    made.schema.record_count = table.records_in(number, whole.record_count);
    made.variable_ids.resize(static_cast<std::size_t>(whole.variable_count()), Part::none);
    for (std::size_t i = 0; i < made.variable_ids.size(); ++i) {
        if (wanted.variable_ids[i] == Part::none) continue;
        take_variable(wanted.schema.variable(wanted.variable_ids[i]), wanted.schema, made.schema,
                      made.variable_ids[i]);
    }
    return made;
}

}  // namespace weft::parts
