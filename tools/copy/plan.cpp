// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/checked.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/layout.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Attribute;
using model::Schema;
using model::Variable;

Status check_attributes(const model::AttributeList& attributes, const format::Limits& limits) {
    for (const Attribute& attribute : attributes) {
        if (static_cast<int>(attribute.type) > limits.last_type)
            return {Code::ebadtype, fmt::format("attribute '{}' is of type {}", attribute.name,
                                                types::name_of(attribute.type))};
        if (attribute.count > limits.attribute_count)
            return {Code::einval,
                    fmt::format("attribute '{}' has {} values", attribute.name, attribute.count)};
    }
    return {};
}

/// What the format's fields and types cannot express.
Status check_limits(format::Version version, const Schema& schema) {
    const format::Limits limits = format::limits_of(version);
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Dimension& dimension = schema.dimension(id);
        if (dimension.length > limits.dimension_length)
            return {Code::edimsize,
                    fmt::format("dimension '{}' is {} long", dimension.name, dimension.length)};
    }
    if (schema.record_count > limits.record_count)
        return {Code::edimsize, fmt::format("there are {} records", schema.record_count)};
    Status status = check_attributes(schema.global_attributes, limits);
    for (int id = 0; id < schema.variable_count() && status.ok(); ++id) {
        const Variable& variable = schema.variable(id);
        if (static_cast<int>(variable.type) > limits.last_type)
            status = {Code::ebadtype, fmt::format("variable '{}' is of type {}", variable.name,
                                                  types::name_of(variable.type))};
        status.keep_first(check_attributes(variable.attributes, limits));
    }
    return status;
}

/// Checks that the format can hold the schema, and places its variables.
Result<layout::Layout> lay_out_copy(format::Version version, const Schema& target,
                                    const CopyWishes& wishes) {
    const Status expressible = check_limits(version, target);
    if (!expressible.ok()) {
        return Status(expressible.code(), fmt::format("{}, more than the format {} can express",
                                                      expressible.context(), kind_of(version)));
    }
    const Status large = format::check_large_variables(version, target);
    const layout::Alignment alignment{.header_free = wishes.header_free.value_or(0),
                                      .variable_align = wishes.variable_align,
                                      .variable_free = 0,
                                      .record_align = wishes.record_align};
    Result<layout::Layout> layout =
        layout::place_variables(version, target, format::header_bytes(version, target), alignment);
    if (layout.ok() && !large.ok()) return large;
    return layout;
}

/// Where the chosen part of a variable lies in the source: all of a fixed one; of a record variable
/// the first chosen record, or all of them.
region::Nest nest_of(const OpenedFile& source, int id, const Selected& selected,
                     bool takes_records) {
    const Variable& variable = source.schema.variable(id);
    std::vector<std::int64_t> start;
    std::vector<std::int64_t> count;
    std::vector<std::int64_t> step;
    for (const int dimension : variable.dimension_ids) {
        const Indices& indices = selected.of[static_cast<std::size_t>(dimension)];
        const bool is_record = dimension == source.schema.record_dimension() && !takes_records;
        start.push_back(indices.first);
        count.push_back(is_record ? 1 : indices.count);
        step.push_back(is_record ? 1 : indices.step);
    }
    return layout::file_nest({source.schema, variable, source.begin(id), source.record_bytes},
                             start.data(), count.data(), step.data());
}

/// The distance of chosen records.
std::int64_t record_pitch(const OpenedFile& source, const Selected& selected) {
    const int dimension = source.schema.record_dimension();
    const std::int64_t step =
        dimension < 0 ? 1 : selected.of[static_cast<std::size_t>(dimension)].step;
    return source.record_bytes * step;
}

void join_neighbours(std::vector<Move>& moves) {
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.to < b.to; });
    std::vector<Move> joined;
    for (Move& move : moves) {
        if (!joined.empty() && joined.back().from.loops().empty() && move.from.loops().empty()) {
            Move& last = joined.back();
            const std::int64_t distance = move.from.base() - last.from.base();
            const std::int64_t gap = distance - last.from.run();
            if (move.to - last.to == distance && gap >= 0 && gap < format::padding_unit) {
                last.from = region::Nest(last.from.base(), distance + move.from.run(), {});
                continue;
            }
        }
        joined.push_back(std::move(move));
    }
    moves = std::move(joined);
}

/// Records whose order and size stay are one run.
void join_records(CopyPlan& plan) {
    if (plan.in_record.size() != 1 || plan.from_pitch != plan.to_pitch) return;
    const Move& move = plan.in_record.front();
    const std::int64_t gap = plan.to_pitch - move.from.run();
    if (!move.from.loops().empty() || gap < 0 || gap >= format::padding_unit) return;
    if (plan.record_count > 0) {
        const std::int64_t run = (plan.record_count - 1) * plan.to_pitch + move.from.run();
        plan.fixed.push_back({region::Nest(move.from.base(), run, {}), move.to});
    }
    plan.in_record.clear();
}

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

CopyPlan identical(const OpenedFile& source) {
    CopyPlan plan;
    plan.is_identical = true;
    plan.version = source.version;
    plan.variable_count = source.schema.variable_count();
    plan.file_bytes = source.bytes;
    if (source.bytes > 0) plan.fixed.push_back({region::Nest(0, source.bytes, {}), 0});
    return plan;
}

}  // namespace

std::int64_t stored_end(const CopyPlan& plan, std::int64_t source_bytes) {
    auto end = static_cast<std::int64_t>(plan.header.size());
    for (const Move& move : plan.fixed) {
        const std::int64_t stored = move.from.bytes_below(source_bytes);
        if (stored > 0) end = std::max(end, move.to + stored);
    }
    for (const Move& move : plan.in_record) {
        const std::int64_t behind = source_bytes - move.from.base();
        if (behind <= 0 || plan.record_count == 0) continue;
        const std::int64_t last = std::min(plan.record_count - 1, (behind - 1) / plan.from_pitch);
        const std::int64_t stored = move.from.bytes_below(source_bytes - last * plan.from_pitch);
        end = std::max(end, move.to + last * plan.to_pitch + stored);
    }
    return end;
}

bool takes_all(const CopyPlan& plan, std::int64_t source_bytes) {
    const auto is_there = [source_bytes](const Move& move, std::int64_t behind) {
        return move.from.bytes_below(source_bytes - behind) == move.from.bytes();
    };
    const std::int64_t last = plan.record_count == 0 ? 0 : plan.record_count - 1;
    return std::ranges::all_of(plan.fixed, [&](const Move& move) { return is_there(move, 0); }) &&
           (plan.record_count == 0 || std::ranges::all_of(plan.in_record, [&](const Move& move) {
                return is_there(move, last * plan.from_pitch);
            }));
}

void join_moves(CopyPlan& plan) {
    join_neighbours(plan.in_record);
    join_records(plan);
    join_neighbours(plan.fixed);
}

Result<CopyPlan> plan_copy(const OpenedFile& source, const Selected& selected,
                           const CopyWishes& wishes) {
    const format::Version version = wishes.version.value_or(source.version);
    const bool fixes = wishes.fixes_records && source.schema.record_dimension() >= 0;
    const bool keeps_place =
        !wishes.header_free && !wishes.variable_align && !wishes.record_align && !fixes;
    if (selected.is_everything && keeps_place && version == source.version)
        return identical(source);
    return plan_part(source, selected, wishes);
}

Result<CopyPlan> plan_part(const OpenedFile& source, const Selected& selected,
                           const CopyWishes& wishes) {
    Schema target = schema_of_part(source.schema, selected);
    const format::Version version = wishes.version.value_or(source.version);
    if (wishes.fixes_records && target.record_dimension() >= 0) {
        if (target.record_count == 0)
            return Status(Code::ebaddim,
                          "there are no records, and a dimension that is not "
                          "unlimited cannot have the length 0");
        target = with_fixed_records(target);
    }
    Result<layout::Layout> layout = lay_out_copy(version, target, wishes);
    if (!layout.ok()) return layout.status();

    CopyPlan plan;
    plan.version = version;
    plan.variable_count = target.variable_count();
    plan.header = format::write_header({version, target, layout.value().begins});
    plan.file_bytes = layout.value().file_bytes(target.record_count);
    plan.record_count = target.record_count;
    plan.from_pitch = record_pitch(source, selected);
    plan.to_pitch = layout.value().record_bytes;
    for (std::size_t i = 0; i < selected.variables.size(); ++i) {
        const int id = static_cast<int>(i);
        const bool is_record = target.is_record_variable(target.variable(id));
        (is_record ? plan.in_record : plan.fixed)
            .push_back({nest_of(source, selected.variables[i], selected, !is_record),
                        layout.value().begin(id)});
    }
    join_moves(plan);
    plan.schema = std::move(target);
    plan.begins = std::move(layout).value().begins;
    return plan;
}

}  // namespace weft::tools
