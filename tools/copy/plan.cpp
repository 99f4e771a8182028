// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/plan.hpp"

#include <algorithm>
#include <utility>

namespace weft::tools {
namespace {

using model::Schema;

/// The unlimited dimension that can be that of records: no variable has it behind another one. -1:
/// none can.
int possible_record_dimension(const Schema& schema) {
    const auto leads = [&](int dimension) {
        for (int id = 0; id < schema.variable_count(); ++id) {
            const auto& ids = schema.variable(id).dimension_ids;
            if (std::count(ids.begin(), ids.end(), dimension) >
                (!ids.empty() && ids.front() == dimension ? 1 : 0))
                return false;
        }
        return true;
    };
    for (int id = 0; id < schema.dimension_count(); ++id)
        if (schema.dimension(id).is_unlimited && leads(id)) return id;
    return -1;
}

/// The same definitions with this record dimension, or with none (-1). Others have their present
/// lengths.
Schema with_record_dimension(const Schema& schema, int record) {
    Schema changed;
    changed.global_attributes = schema.global_attributes;
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Name& name = schema.dimension(id).name;
        if (id == record)
            changed.add_dimension(model::unlimited_dimension(name));
        else
            changed.add_dimension({name, schema.length_of(id)});
    }
    if (record >= 0) changed.record_count = schema.length_of(record);
    for (int id = 0; id < schema.variable_count(); ++id)
        changed.add_variable(model::Variable(schema.variable(id)));
    return changed;
}

}  // namespace

Result<CopyPlan> plan_copy(const Schema& source, int kind, const Selected& selected,
                           const CopyWishes& wishes) {
    CopyPlan plan;
    plan.kind = wishes.kind.value_or(kind);
    plan.variable_count = static_cast<int>(selected.variables.size());
    const NewLayout& layout = wishes.layout;
    const bool fixes = wishes.fixes_records && source.unlimited_dimension() >= 0;
    plan.is_identical = selected.is_everything && plan.kind == kind && !fixes &&
                        !layout.header_free && !layout.variable_align && !layout.record_align;
    if (plan.is_identical) return plan;
    plan.schema = schema_of_part(source, selected);
    if (plan.schema.unlimited_dimension() < 0) return plan;
    const int record = wishes.fixes_records ? -1 : possible_record_dimension(plan.schema);
    if (record >= 0 && record == plan.schema.record_dimension()) return plan;
    const int first = plan.schema.unlimited_dimension();
    if (wishes.fixes_records && plan.schema.length_of(first) == 0)
        return Status(Code::ebaddim,
                      "there are no records, and a dimension that is not "
                      "unlimited cannot have the length 0");
    plan.schema = with_record_dimension(plan.schema, record);
    return plan;
}

}  // namespace weft::tools
