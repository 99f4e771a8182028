// SPDX-License-Identifier: BSD-3-Clause
// Checks the blocks of an access, one or a list of them, and resolves their numbers.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/checked.hpp"
#include "dataset/preparation.hpp"

namespace weft::dataset {
namespace {

using Shape = Selection::Shape;

/// The number of a block's first element in the variable.
std::int64_t first_element(const BlockLimits& limits, const Block& block) {
    std::int64_t element = 0;
    for (std::size_t i = 0; i < limits.shape.size(); ++i)
        element = (i == 0 ? 0 : element * limits.shape[i]) + block[i];
    return element;
}

/// True if the block's elements are adjacent in the variable, within one record.
bool is_one_run(const BlockLimits& limits, const Block& block) {
    const std::size_t rank = limits.shape.size();
    const std::int64_t* count = block.data() + rank;
    std::size_t i = 0;
    while (i < rank && count[i] == 1) ++i;
    if (limits.has_records && i == 0) return false;
    for (++i; i < rank; ++i) {
        if (count[i] != limits.shape[i]) return false;
    }
    return true;
}

/// Checks a block and resolves its numbers. `elements` is 0 for one without elements.
Status resolve_block(const Definition& definition, const Access& access, const BlockLimits& limits,
                     const BlockArrays& arrays, Block& block, std::int64_t& elements) {
    const std::size_t rank = limits.shape.size();
    const bool whole = access.selection.shape == Shape::whole;
    if (!whole) {
        Status status = check_block(limits, arrays);
        if (!status.ok()) return status;
    }
    elements = 1;
    block = Block(3 * rank);
    std::int64_t* const start = block.data();
    std::int64_t* const count = start + rank;
    std::int64_t* const stride = count + rank;
    for (std::size_t i = 0; i < rank; ++i) {
        start[i] = whole ? 0 : arrays.start[i];
        count[i] = whole ? limits.shape[i] : arrays.counts_are_one ? 1 : arrays.count[i];
        stride[i] = arrays.stride != nullptr ? arrays.stride[i] : 1;
        // Bounded by the variable's checked size, except for records that do not exist yet.
        const auto product = checked_mul(elements, count[i]);
        if (!product)
            return {Code::eedge,
                    fmt::format("variable '{}': more than 2^63 elements", limits.variable)};
        elements = *product;
    }
    if (elements > 0 && limits.has_records && limits.records_may_grow) {
        const std::int64_t records = container::records_in(block);
        const auto bytes = checked_mul(records, std::max<std::int64_t>(definition.record_pitch, 1));
        if (!bytes || *bytes > std::numeric_limits<std::int64_t>::max() / 2) {
            return {Code::eedge, fmt::format("variable '{}': record {} is beyond 2^62 bytes",
                                             limits.variable, records - 1)};
        }
    }
    return {};
}

Status select_list(const Definition& definition, const AccessRules& rules, const Access& access,
                   Prepared& prepared) {
    const Selection& list = access.selection;
    const bool scalar = definition.variable(access.variable_id).dimension_ids.empty();
    if (scalar && list.list_size != 1)
        return {Code::einval, "a variable without dimensions needs a list of one block"};
    if (list.list_size < 0) return {};
    if (list.starts == nullptr && !scalar) return {Code::enullstart, "starts is NULL"};
    const BlockLimits limits = limits_for(definition, rules, access);
    const bool grows = limits.has_records && limits.records_may_grow;
    region::RunCollector collector(limits.slab_elements(), list.list_size);
    auto blocks = std::make_shared<BlockList>();
    for (std::int64_t i = 0; i < list.list_size; ++i) {
        const MPI_Offset* start = list.starts == nullptr ? nullptr : list.starts[i];
        const MPI_Offset* count = list.counts == nullptr ? nullptr : list.counts[i];
        if (start == nullptr && !scalar)
            return {Code::enullstart, fmt::format("starts[{}] is NULL", i)};
        Block block;
        std::int64_t elements = 0;
        const Status status = resolve_block(
            definition, access, limits,
            {.start = start, .count = count, .counts_are_one = count == nullptr}, block, elements);
        if (!status.ok()) return status;
        if (elements == 0) continue;
        prepared.element_count += elements;
        if (grows)
            blocks->record_count = std::max(blocks->record_count, container::records_in(block));
        if (is_one_run(limits, block)) {
            collector.add(first_element(limits, block), elements);
        } else {
            blocks->other_memory.push_back(collector.memory());
            blocks->others.push_back(std::move(block));
            collector.skip(elements);
        }
    }
    blocks->take(collector);
    prepared.irregularities().list = std::move(blocks);
    return {};
}

}  // namespace

BlockLimits limits_for(const Definition& definition, const AccessRules& rules,
                       const Access& access) {
    const model::Variable& variable = definition.variable(access.variable_id);
    const bool has_records = definition.schema.is_record_variable(variable);
    ShortArray<std::int64_t, 4> shape(variable.dimension_ids.size());
    for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] = definition.dimension_length(variable.dimension_ids[i]);
    return {.variable = variable.name,
            .dimensions = variable.dimension_ids,
            .schema = &definition.schema,
            .shape = std::move(shape),
            .has_records = has_records,
            .records_may_grow = access.direction == Direction::put,
            .last_start = definition.limits.start,
            .most_records = has_records ? definition.limits.record_count : 0,
            .relaxed = rules.relaxed_coordinates};
}

Status select_blocks(const Definition& definition, const AccessRules& rules, const Access& access,
                     Prepared& prepared) {
    const Selection& selection = access.selection;
    if (selection.shape == Shape::list) return select_list(definition, rules, access, prepared);
    const bool strided = selection.shape == Shape::strided || selection.shape == Shape::mapped;
    return resolve_block(definition, access, limits_for(definition, rules, access),
                         {.start = selection.start,
                          .count = selection.count,
                          .stride = strided ? selection.stride : nullptr,
                          .counts_are_one = selection.shape == Shape::element},
                         prepared.block, prepared.element_count);
}

}  // namespace weft::dataset
