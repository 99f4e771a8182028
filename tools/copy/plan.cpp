// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/formats.hpp"

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

/// Notes dimensions that grow in the source, but not in the copy.
void note_fixed_dimensions(const Schema& source, int record, std::vector<std::string>& notes) {
    for (int id = 0; id < source.dimension_count(); ++id)
        if (source.dimension(id).is_unlimited && id != record)
            notes.push_back(fmt::format(
                "dimension '{}' has the fixed length {} in the copy: files of this kind have one "
                "unlimited dimension, the first of its variables",
                source.dimension(id).name, source.length_of(id)));
}

/// Notes that enumerations become their integers.
void note_foreign_types(const Schema& schema, std::vector<std::string>& notes) {
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& its = schema.variable(id);
        if (its.foreign == nullptr || !its.has_values()) continue;
        notes.push_back(fmt::format("variable '{}' has the integers of its type {} in the copy",
                                    its.name, its.type_name()));
    }
}

/// Chooses the record dimension, if the copy's kind has at most one unlimited dimension.
/// Code::ebaddim.
Status choose_record_dimension(const CopyWishes& wishes, CopyPlan& plan) {
    Schema& schema = plan.schema;
    if (schema.unlimited_dimension() < 0) return {};
    if (formats::grows_freely(plan.kind) && !wishes.fixes_records) return {};
    const int record = wishes.fixes_records ? -1 : possible_record_dimension(schema);
    if (record >= 0 && record == schema.record_dimension()) return {};
    const int first = schema.unlimited_dimension();
    if (wishes.fixes_records && schema.length_of(first) == 0)
        return {Code::ebaddim,
                "there are no records, and a dimension that is not unlimited cannot have the "
                "length 0"};
    if (!wishes.fixes_records) note_fixed_dimensions(schema, record, plan.notes);
    schema = with_record_dimension(schema, record);
    return {};
}

}  // namespace

Result<CopyPlan> plan_copy(const Schema& source, int kind, const Selected& selected,
                           const CopyWishes& wishes) {
    CopyPlan plan;
    plan.kind = wishes.kind.value_or(kind);
    plan.variable_count = static_cast<int>(selected.variables.size());
    const bool stores_chunks = formats::stores_chunks(plan.kind);
    if (!stores_chunks && !wishes.storage.empty())
        return Status(Code::enotnc4,
                      "only netCDF-4 files have chunks, compression, checksums and quantised "
                      "values: -k nc4 makes one");
    const NewLayout& layout = wishes.layout;
    const bool fixes = wishes.fixes_records && source.unlimited_dimension() >= 0;
    plan.is_identical = selected.is_everything && plan.kind == kind && !fixes &&
                        !layout.header_free && !layout.variable_align && !layout.record_align &&
                        wishes.storage.empty() && !wishes.repacks;
    if (plan.is_identical) return plan;
    plan.schema = schema_of_part(source, selected);
    Status status = choose_record_dimension(wishes, plan);
    note_foreign_types(plan.schema, plan.notes);
    if (status.ok() && stores_chunks)
        status =
            plan_storage(plan.schema, wishes.storage, formats::stores_chunks(kind), plan.notes);
    if (!status.ok()) return status;
    Result<NewQuantization> quantization = wishes.storage.quantize.of(plan.schema);
    if (!quantization.ok()) return quantization.status();
    plan.quantization = std::move(quantization).value();
    return plan;
}

}  // namespace weft::tools
