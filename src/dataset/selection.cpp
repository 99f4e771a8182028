// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/checked.hpp"
#include "dataset/coordinates.hpp"
#include "dataset/element_kind.hpp"
#include "layout/layout.hpp"
#include "mpi/datatype.hpp"
#include "region/run_collector.hpp"
#include "types/types.hpp"

namespace weft::dataset {
namespace {

using container::Block;
using container::BlockList;
using Shape = Selection::Shape;

/// The limits of an access to its variable.
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
            .may_grow = access.direction == Direction::put,
            .last_start = definition.limits.start,
            .most_records = definition.limits.record_count,
            .relaxed = rules.relaxed_coordinates};
}

/// The number of a block's first element in the variable.
std::int64_t first_element(const BlockLimits& limits, const Block& block) {
    std::int64_t element = 0;
    for (std::size_t i = 0; i < limits.shape.size(); ++i)
        element = (i == 0 ? 0 : element * limits.shape[i]) + block[i];
    return element;
}

/// True if the block's elements are adjacent in the variable, within one record, and stay so.
bool is_one_run(const BlockLimits& limits, const Block& block) {
    const std::size_t rank = limits.shape.size();
    for (std::size_t i = 1; i < rank; ++i)
        if (limits.schema->dimension(limits.dimensions[i]).is_unlimited) return false;
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
    if (elements > 0 && limits.has_records && limits.may_grow) {
        const std::int64_t records = container::records_in(block);
        const auto bytes = checked_mul(records, std::max<std::int64_t>(definition.record_pitch, 1));
        if (!bytes || *bytes > std::numeric_limits<std::int64_t>::max() / 2) {
            return {Code::eedge, fmt::format("variable '{}': record {} is beyond 2^62 bytes",
                                             limits.variable, records - 1)};
        }
    }
    return {};
}

void note_ends(const Block& block, std::vector<std::int64_t>& ends) {
    ends.resize(block.size() / 3);
    for (std::size_t i = 0; i < ends.size(); ++i)
        ends[i] = std::max(ends[i], container::end_of(block, i));
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
    const bool grows = limits.has_records && limits.may_grow;
    const bool grows_freely = limits.may_grow && definition.schema.grows_freely();
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
        if (grows_freely) note_ends(block, blocks->ends);
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

namespace {

/// Offsets in the file stay below twice this.
constexpr std::int64_t farthest = std::int64_t{1} << 62;

/// The element that begins this many bytes behind the variable's first; none between two elements,
/// in other variables' parts of a record, before the variable, or too far behind it.
std::optional<std::int64_t> element_at(std::int64_t bytes, const region::ElementPlaces& places) {
    if (bytes < 0 || bytes >= farthest) return std::nullopt;
    if (places.slab_elements == 0) {
        if (bytes % places.element_bytes != 0) return std::nullopt;
        return bytes / places.element_bytes;
    }
    const std::int64_t within = bytes % places.slab_pitch;
    const std::int64_t element = within / places.element_bytes;
    if (within % places.element_bytes != 0 || element >= places.slab_elements) return std::nullopt;
    return bytes / places.slab_pitch * places.slab_elements + element;
}

/// Elements become runs, and these a list.
class Elements {
public:
    explicit Elements(std::int64_t slab_elements)
        : slab_elements_(slab_elements), runs_(slab_elements, 0) {}

    /// `count` adjacent elements, within one slab.
    void add(std::int64_t element, std::int64_t count) {
        const bool new_slab = slab_elements_ > 0 && element % slab_elements_ == 0;
        if (element != first_ + length_ || new_slab) finish_run(element);
        length_ += count;
        last_ = std::max(last_, element + count - 1);
    }
    [[nodiscard]] std::int64_t last() { return last_; }
    std::shared_ptr<BlockList> finish() {
        finish_run(0);
        auto list = std::make_shared<BlockList>();
        list->take(runs_);
        return list;
    }

private:
    void finish_run(std::int64_t next) {
        if (length_ > 0) runs_.add(first_, length_);
        first_ = next;
        length_ = 0;
    }

    std::int64_t slab_elements_;
    std::int64_t first_ = 0;
    std::int64_t length_ = 0;
    std::int64_t last_ = -1;
    region::RunCollector runs_;
};

/// C has two names for the same integers.
bool same_values(types::Memory memory, types::Memory wanted) {
    const bool longs = memory == types::Memory::long_ && wanted == types::Memory::longlong;
    return memory == wanted || (longs && types::size_of(memory) == types::size_of(wanted));
}

/// The number of elements that the variable has, or may have after this access.
std::int64_t most_elements(const BlockLimits& limits) {
    std::int64_t elements = limits.slab_elements();
    if (!limits.has_records) {
        elements = 1;
        for (const std::int64_t length : limits.shape) elements *= length;
        return elements;
    }
    const std::int64_t records = limits.may_grow ? limits.most_records : limits.shape[0];
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
    return elements > 0 && records > most / elements ? most : records * elements;
}

}  // namespace

Status select_described(const Definition& definition, const AccessRules& rules,
                        const Access& access, Prepared& prepared) {
    // A rank with nothing to move may express that by either type.
    const bool no_buffer = access.buffer.count == 0 && !mpi::is_null(access.buffer.datatype);
    if (mpi::is_null(access.selection.filetype) || no_buffer) return {};
    const model::Variable& variable = definition.variable(access.variable_id);
    const Result<mpi::DecodedDatatype> decoded = mpi::decode(access.selection.filetype, 1);
    if (!decoded.ok()) return decoded.status();
    const mpi::DecodedDatatype& type = decoded.value();
    if (type.kind == mpi::ElementKind::none) return {};
    const auto memory = memory_of(type.kind, variable.type);
    if (!memory || !same_values(*memory, types::natural_memory(variable.type)))
        return {Code::etype_mismatch,
                fmt::format("variable '{}': the elements of filetype are not of type {}",
                            variable.name, types::name_of(variable.type))};

    if (definition.limits.grows_freely && definition.schema.grows_inside(variable))
        return {Code::enotsupport,
                fmt::format("variable '{}' grows within its records: a filetype cannot say where "
                            "its values are",
                            variable.name)};
    const region::ElementPlaces places =
        layout::element_places({definition.schema, variable, 0, definition.record_pitch});
    if (places.slab_elements > 0 && places.slab_pitch <= 0)
        return {Code::evarsize, "the records of all variables together are longer than 2^63 bytes"};
    const BlockLimits limits = limits_for(definition, rules, access);
    const std::int64_t most = most_elements(limits);
    Elements elements(places.slab_elements);
    Status status;
    const auto add = [&](std::int64_t bytes, std::int64_t count) {
        const auto element = element_at(bytes, places);
        if (!element) {
            status = {Code::einval, fmt::format("variable '{}': no element begins at byte {}",
                                                variable.name, bytes)};
        } else if (*element + count > most) {
            status = {Code::eedge,
                      fmt::format("variable '{}': byte {} of filetype is beyond the end",
                                  variable.name, bytes)};
        } else {
            elements.add(*element, count);
        }
    };
    type.pattern.visit(0, type.pattern.element_count(),
                       [&](std::int64_t bytes, std::int64_t stride, std::int64_t count) {
                           const bool dense =
                               stride == places.element_bytes && places.slab_elements == 0;
                           if (dense && status.ok()) add(bytes, count);
                           for (std::int64_t i = 0; !dense && i < count && status.ok(); ++i)
                               add(bytes + i * stride, 1);
                       });
    if (!status.ok()) return status;
    prepared.element_count = type.pattern.element_count();
    const std::shared_ptr<BlockList> list = elements.finish();
    if (limits.has_records) list->record_count = elements.last() / places.slab_elements + 1;
    prepared.irregularities().list = list;
    return {};
}

}  // namespace weft::dataset
