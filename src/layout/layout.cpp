// SPDX-License-Identifier: BSD-3-Clause
#include "layout/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "base/checked.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"

namespace weft::layout {
namespace {

constexpr std::int64_t unit = format::padding_unit;
constexpr std::int64_t default_align = 512;
// Together with the 2^62 bytes that measure() allows all variables, sums of these stay below 2^63.
constexpr std::int64_t largest_room = std::int64_t{1} << 59;
constexpr std::int64_t largest_old_end = std::int64_t{1} << 61;

/// Sizes of all variables, checked once so that later sums cannot overflow.
struct Sizes {
    std::vector<std::int64_t> padded;
    bool has_fixed = false;
    bool has_records = false;
};

Result<Sizes> measure(const format::Schema& schema) {
    Sizes sizes;
    sizes.padded.reserve(static_cast<std::size_t>(schema.variable_count()));
    std::int64_t total = 0;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const format::Variable& variable = schema.variable(id);
        const Result<std::int64_t> slab = format::slab_bytes(schema, variable);
        if (!slab.ok()) return slab.status();
        const std::int64_t padded = round_up(slab.value(), unit);
        const auto sum = checked_add(total, padded);
        // Half the range is left for header, alignment and gaps.
        if (!sum || *sum > std::numeric_limits<std::int64_t>::max() / 2) {
            return Status(Code::evarsize,
                          fmt::format("variable '{}' ends beyond 2^62 bytes", variable.name));
        }
        total = *sum;
        sizes.padded.push_back(padded);
        (schema.is_record_variable(variable) ? sizes.has_records : sizes.has_fixed) = true;
    }
    return sizes;
}

/// What was asked for and what is there must leave room to calculate with.
Status check_room(const Alignment& alignment, const Layout& old) {
    const std::int64_t most =
        std::max({alignment.header_free, alignment.variable_free,
                  alignment.variable_align.value_or(0), alignment.record_align.value_or(0)});
    if (most > largest_room)
        return {Code::evarsize, fmt::format("an alignment or reserve of {} bytes", most)};
    const std::int64_t end = std::max(old.fixed_end, old.record_begin);
    if (end > largest_old_end)
        return {Code::evarsize, fmt::format("the file's variables lie at byte {} already", end)};
    return {};
}

/// Ids of the fixed or of the record variables: those of `old` by where they lie, the new ones
/// behind them.
std::vector<int> in_file_order(const format::Schema& schema, bool records,
                               const format::Schema* old) {
    std::vector<int> ids;
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (schema.is_record_variable(schema.variable(id)) == records) ids.push_back(id);
    }
    const int old_count = old == nullptr ? 0 : old->variable_count();
    const auto position = [&](int id) {
        return id < old_count ? old->variable(id).begin : std::numeric_limits<std::int64_t>::max();
    };
    std::stable_sort(ids.begin(), ids.end(),
                     [&](int a, int b) { return position(a) < position(b); });
    return ids;
}

Status check_begins(const format::Schema& schema) {
    const std::int64_t limit = format::limits_of(schema.version).begin;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const format::Variable& variable = schema.variable(id);
        if (variable.begin <= limit) continue;
        return {
            Code::evarsize,
            fmt::format("variable '{}' would begin at byte {}, beyond what the format can address",
                        variable.name, variable.begin)};
    }
    return {};
}

/// Sets the begins of the fixed variables from `position` on. Returns where they end.
std::int64_t place_fixed(format::Schema& schema, const Sizes& sizes, std::int64_t position,
                         const format::Schema* old) {
    for (const int id : in_file_order(schema, false, old)) {
        const bool is_old = old != nullptr && id < old->variable_count();
        format::Variable& variable = schema.variable(id);
        variable.begin =
            is_old ? std::max(position, old->variable(id).begin) : round_up(position, unit);
        position = variable.begin + sizes.padded[static_cast<std::size_t>(id)];
    }
    return position;
}

/// Sets the begins of the record variables. Old ones keep their place within the record, since
/// records move whole.
void place_records(format::Schema& schema, const Sizes& sizes, std::int64_t record_begin,
                   const format::Schema* old, std::int64_t old_record_begin) {
    std::int64_t position = record_begin;
    for (const int id : in_file_order(schema, true, old)) {
        const bool is_old = old != nullptr && id < old->variable_count();
        schema.variable(id).begin =
            is_old ? record_begin + (old->variable(id).begin - old_record_begin) : position;
        position += sizes.padded[static_cast<std::size_t>(id)];
    }
}

}  // namespace

std::int64_t Layout::file_bytes(std::int64_t record_count) const {
    if (record_bytes == 0 || record_count == 0) return fixed_end;
    return record_begin + record_count * record_bytes;
}

Result<Layout> layout_of(const format::Schema& schema) {
    const Result<Sizes> sizes = measure(schema);
    if (!sizes.ok()) return sizes.status();
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    Layout layout;
    layout.record_bytes = record_bytes.value();
    const std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t first_fixed = none;
    std::int64_t first_record = none;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const format::Variable& variable = schema.variable(id);
        if (schema.is_record_variable(variable)) {
            first_record = std::min(first_record, variable.begin);
        } else {
            first_fixed = std::min(first_fixed, variable.begin);
            // A header may place a variable so that only its padding passes the last offset.
            const std::int64_t padded = sizes.value().padded[static_cast<std::size_t>(id)];
            layout.fixed_end =
                std::max(layout.fixed_end, checked_add(variable.begin, padded).value_or(none));
        }
    }
    layout.header_extent = std::min(first_fixed, first_record);
    if (layout.header_extent == none) layout.header_extent = format::header_bytes(schema);
    if (first_fixed == none) layout.fixed_end = layout.header_extent;
    layout.record_begin = first_record == none ? layout.fixed_end : first_record;
    return layout;
}

std::int64_t variable_align_in_force(const Alignment& alignment) {
    return round_up(std::max<std::int64_t>(alignment.variable_align.value_or(default_align), 1),
                    unit);
}

std::int64_t record_align_in_force(const Alignment& alignment, bool has_fixed) {
    const std::int64_t usual = has_fixed ? unit : default_align;
    return round_up(std::max<std::int64_t>(alignment.record_align.value_or(usual), 1), unit);
}

Result<Layout> place_variables(format::Schema& schema, std::int64_t header_bytes,
                               const Alignment& alignment, const format::Schema* old) {
    const Result<Sizes> measured = measure(schema);
    if (!measured.ok()) return measured.status();
    const Sizes& sizes = measured.value();
    Layout before;
    if (old != nullptr) {
        const Result<Layout> known = layout_of(*old);
        if (!known.ok()) return known.status();
        before = known.value();
    }
    const Status room = check_room(alignment, before);
    if (!room.ok()) return room;
    const bool had_records = before.record_bytes > 0;
    const std::int64_t variable_align = variable_align_in_force(alignment);
    const std::int64_t record_align = record_align_in_force(alignment, sizes.has_fixed);
    const std::int64_t wanted = header_bytes + alignment.header_free;

    Layout layout;
    if (schema.variable_count() == 0) {
        layout.header_extent = layout.fixed_end = layout.record_begin = header_bytes;
        return layout;
    }
    const std::int64_t old_records = had_records ? before.record_begin : 0;
    layout.header_extent =
        sizes.has_fixed
            ? round_up(std::max(wanted, old == nullptr ? 0 : before.header_extent), variable_align)
            : round_up(std::max(wanted, old_records), record_align);
    layout.fixed_end = place_fixed(schema, sizes, layout.header_extent, old);
    layout.record_begin =
        sizes.has_fixed
            ? round_up(std::max(layout.fixed_end + alignment.variable_free, old_records),
                       record_align)
            : layout.header_extent;
    place_records(schema, sizes, layout.record_begin, old, before.record_begin);
    if (!sizes.has_records) layout.record_begin = layout.fixed_end;
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    layout.record_bytes = record_bytes.value();
    const Status fits = check_begins(schema);
    if (!fits.ok()) return fits;
    return layout;
}

region::Nest file_nest(const Place& place, const std::int64_t* start, const std::int64_t* count,
                       const std::int64_t* stride) {
    const auto& [schema, variable, record_bytes] = place;
    const std::int64_t element_bytes = types::size_of(variable.type);
    const std::size_t rank = variable.dimension_ids.size();
    ShortArray<region::Loop, 4> room(rank);
    const std::span<region::Loop> loops(room);
    std::int64_t base = variable.begin;
    std::int64_t distance = element_bytes;  // between neighbours of the dimension at hand
    for (std::size_t i = rank; i-- > 0;) {
        const format::Dimension& dimension = schema.dimension(variable.dimension_ids[i]);
        if (dimension.length == 0) distance = record_bytes;
        base += start[i] * distance;
        loops[i] = {count[i], distance * (stride == nullptr ? 1 : stride[i])};
        distance *= dimension.length;
    }
    return {base, element_bytes, loops};
}

region::ElementPlaces element_places(const Place& place) {
    const auto& [schema, variable, record_bytes] = place;
    region::ElementPlaces places{.begin = variable.begin,
                                 .element_bytes = types::size_of(variable.type)};
    if (!schema.is_record_variable(variable)) return places;
    places.slab_pitch = record_bytes;
    places.slab_elements = 1;
    for (std::size_t i = 1; i < variable.dimension_ids.size(); ++i)
        places.slab_elements *= schema.dimension(variable.dimension_ids[i]).length;
    return places;
}

}  // namespace weft::layout
