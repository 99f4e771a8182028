// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/filling.hpp"

#include <fmt/format.h>

#include "dataset/constants.hpp"
#include "model/schema.hpp"
#include "mpi/agreed.hpp"
#include "region/interval.hpp"
#include "types/types.hpp"

namespace weft::dataset {

Status fill_new_variables(Core& core) {
    const Definition& definition = core.definition;
    const model::Schema& schema = definition.schema;
    Status mine;
    bool any = false;
    for (int id = definition.before ? definition.before->variable_count() : 0;
         id < schema.variable_count(); ++id) {
        if (definition.no_fill[static_cast<std::size_t>(id)]) continue;
        any = true;
        const bool records = schema.is_record_variable(schema.variable(id));
        if (mine.ok()) mine = fill_share(core, id, 0, records ? schema.record_count : 1);
    }
    // Fill modes are uniform, so all ranks skip the agreement together.
    return any ? mpi::agree(core.comm(), mine).status() : mine;
}

Status fill_share(Core& core, int id, std::int64_t first_record, std::int64_t record_count) {
    const model::Schema& schema = core.definition.schema;
    const model::Variable& variable = schema.variable(id);
    const std::int64_t elements =
        model::slab_value_bytes(schema, variable).value() / types::size_of(variable.type);
    const region::Interval mine = core.shared.io_ranks().share_of(elements);
    if (record_count == 0) return {};
    return core.container->fill(id, {mine, first_record, record_count});
}

Status check_filling(const Definition& definition, int id) {
    if (id == global_attributes_id) return {Code::eglobal, "NC_GLOBAL is not a variable"};
    const Status known = definition.check_variable(id);
    if (!known.ok()) return known;
    const model::Variable& variable = definition.variable(id);
    if (definition.schema.is_record_variable(variable)) return {};
    return {Code::enotrecvar, fmt::format("variable '{}' has no records", variable.name)};
}

Status check_record_to_fill(const Definition& definition, int id, std::int64_t record) {
    const model::Variable& variable = definition.variable(id);
    if (definition.no_fill[static_cast<std::size_t>(id)] &&
        variable.attributes.find(fill_value_name) < 0) {
        return {Code::enotfill,
                fmt::format("variable '{}' has neither fill mode nor _FillValue", variable.name)};
    }
    if (record < 0 || record >= definition.limits.record_count)
        return {Code::einval, fmt::format("record {}", record)};
    return {};
}

}  // namespace weft::dataset
