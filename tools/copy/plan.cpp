// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/plan.hpp"

#include <utility>

namespace weft::tools {
namespace {

using model::Schema;

/// The same definitions with a fixed record dimension.
Schema with_fixed_records(const Schema& schema) {
    Schema fixed;
    fixed.global_attributes = schema.global_attributes;
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Dimension& dimension = schema.dimension(id);
        const bool is_record = id == schema.record_dimension();
        fixed.add_dimension({dimension.name, is_record ? schema.record_count : dimension.length});
    }
    for (int id = 0; id < schema.variable_count(); ++id) {
        model::Variable variable = schema.variable(id);
        fixed.add_variable(std::move(variable));
    }
    return fixed;
}

}  // namespace

Result<CopyPlan> plan_copy(const Schema& source, int kind, const Selected& selected,
                           const CopyWishes& wishes) {
    CopyPlan plan;
    plan.kind = wishes.kind.value_or(kind);
    plan.variable_count = static_cast<int>(selected.variables.size());
    const NewLayout& layout = wishes.layout;
    const bool fixes = wishes.fixes_records && source.record_dimension() >= 0;
    plan.is_identical = selected.is_everything && plan.kind == kind && !fixes &&
                        !layout.header_free && !layout.variable_align && !layout.record_align;
    if (plan.is_identical) return plan;
    plan.schema = schema_of_part(source, selected);
    if (!wishes.fixes_records || plan.schema.record_dimension() < 0) return plan;
    if (plan.schema.record_count == 0)
        return Status(Code::ebaddim,
                      "there are no records, and a dimension that is not "
                      "unlimited cannot have the length 0");
    plan.schema = with_fixed_records(plan.schema);
    return plan;
}

}  // namespace weft::tools
