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
// With the 2^62 bytes that measure() allows for all variables, sums of these stay below 2^63.
constexpr std::int64_t largest_room = std::int64_t{1} << 59;
constexpr std::int64_t largest_old_end = std::int64_t{1} << 61;

/// The sizes of all variables, checked once so that later sums cannot overflow.
struct Sizes {
    std::vector<std::int64_t> padded;
    bool has_fixed = false;
    bool has_records = false;
};

Result<Sizes> measure(const model::Schema& schema) {
    Sizes sizes;
    sizes.padded.reserve(static_cast<std::size_t>(schema.variable_count()));
    std::int64_t total = 0;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
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

/// Bounds the alignments and the old layout, so that sums cannot overflow.
Status check_room(const Alignment& alignment, const Layout& old) {
    const std::int64_t most =
        std::max({alignment.header_free, alignment.variable_free,
                  alignment.variable_align.value_or(0), alignment.record_align.value_or(0)});
    if (most > largest_room)
        return {Code::evarsize,
                fmt::format("an alignment or reserve of {} bytes is too large", most)};
    const std::int64_t end = std::max(old.fixed_end, old.record_begin);
    if (end > largest_old_end)
        return {Code::evarsize,
                fmt::format("the variables of the file reach byte {}, too far to move", end)};
    return {};
}

/// The ids of the fixed or of the record variables: those of `old` in order of offset, then the new
/// ones.
std::vector<int> in_file_order(const model::Schema& schema, bool records,
                               const format::HeaderView* old) {
    std::vector<int> ids;
    for (int id = 0; id < schema.variable_count(); ++id) {
        if (schema.is_record_variable(schema.variable(id)) == records) ids.push_back(id);
    }
    const int old_count = old == nullptr ? 0 : old->schema.variable_count();
    const auto position = [&](int id) {
        return id < old_count ? old->begin(id) : std::numeric_limits<std::int64_t>::max();
    };
    std::stable_sort(ids.begin(), ids.end(),
                     [&](int a, int b) { return position(a) < position(b); });
    return ids;
}

Status check_begins(const format::HeaderView& header) {
    const std::int64_t limit = format::limits_of(header.version).begin;
    for (int id = 0; id < header.schema.variable_count(); ++id) {
        if (header.begin(id) <= limit) continue;
        return {Code::evarsize,
                fmt::format("variable '{}' would begin at byte {}, which the format cannot address",
                            header.schema.variable(id).name, header.begin(id))};
    }
    return {};
}

/// Places one variable behind the other. `old` may be null.
class Placing {
public:
    Placing(const model::Schema& schema, const Sizes& sizes, const format::HeaderView* old,
            format::Begins& begins)
        : schema_(schema), sizes_(sizes), old_(old), begins_(begins) {
        begins_.resize(sizes.padded.size());
    }

    /// Places the fixed variables from `position` on. Returns where they end.
    std::int64_t fixed(std::int64_t position) {
        for (const int id : in_file_order(schema_, false, old_)) {
            const std::int64_t begin =
                is_old(id) ? std::max(position, old_->begin(id)) : round_up(position, unit);
            begins_[static_cast<std::size_t>(id)] = begin;
            position = begin + padded(id);
        }
        return position;
    }

    /// Places the record variables. Old ones keep their offset within the record, because records
    /// move whole.
    void records(std::int64_t record_begin, std::int64_t old_record_begin) {
        std::int64_t position = record_begin;
        for (const int id : in_file_order(schema_, true, old_)) {
            begins_[static_cast<std::size_t>(id)] =
                is_old(id) ? record_begin + (old_->begin(id) - old_record_begin) : position;
            position += padded(id);
        }
    }

private:
    [[nodiscard]] bool is_old(int id) const {
        return old_ != nullptr && id < old_->schema.variable_count();
    }
    [[nodiscard]] std::int64_t padded(int id) const {
        return sizes_.padded[static_cast<std::size_t>(id)];
    }

    const model::Schema& schema_;
    const Sizes& sizes_;
    const format::HeaderView* old_;
    format::Begins& begins_;
};

}  // namespace

std::int64_t Layout::file_bytes(std::int64_t record_count) const {
    if (record_bytes == 0 || record_count == 0) return fixed_end;
    return record_begin + record_count * record_bytes;
}

Result<Layout> layout_of(const format::HeaderView& header) {
    const model::Schema& schema = header.schema;
    const Result<Sizes> sizes = measure(schema);
    if (!sizes.ok()) return sizes.status();
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    Layout layout;
    layout.begins.assign(header.begins.begin(), header.begins.end());
    layout.record_bytes = record_bytes.value();
    const std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t first_fixed = none;
    std::int64_t first_record = none;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const std::int64_t begin = header.begin(id);
        if (schema.is_record_variable(schema.variable(id))) {
            first_record = std::min(first_record, begin);
        } else {
            first_fixed = std::min(first_fixed, begin);
            // A valid header may place a variable so that only its padding passes the largest
            // offset.
            const std::int64_t padded = sizes.value().padded[static_cast<std::size_t>(id)];
            layout.fixed_end =
                std::max(layout.fixed_end, checked_add(begin, padded).value_or(none));
        }
    }
    layout.header_extent = std::min(first_fixed, first_record);
    if (layout.header_extent == none) layout.header_extent = format::header_bytes(header);
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

Result<Placed> placed(format::Header header) {
    Result<Layout> layout = layout_of(header);
    if (!layout.ok()) return layout.status();
    return Placed{header.version, std::move(header.schema), std::move(layout).value()};
}

Result<Layout> place_variables(format::Version version, const model::Schema& schema,
                               std::int64_t header_bytes, const Alignment& alignment,
                               const format::HeaderView* old) {
    const Result<Sizes> measured = measure(schema);
    if (!measured.ok()) return measured.status();
    const Sizes& sizes = measured.value();
    Layout before;
    if (old != nullptr) {
        Result<Layout> known = layout_of(*old);
        if (!known.ok()) return known.status();
        before = std::move(known).value();
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
    Placing placing(schema, sizes, old, layout.begins);
    layout.fixed_end = placing.fixed(layout.header_extent);
    layout.record_begin =
        sizes.has_fixed
            ? round_up(std::max(layout.fixed_end + alignment.variable_free, old_records),
                       record_align)
            : layout.header_extent;
    placing.records(layout.record_begin, before.record_begin);
    if (!sizes.has_records) layout.record_begin = layout.fixed_end;
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    layout.record_bytes = record_bytes.value();
    const Status fits = check_begins({version, schema, layout.begins});
    if (!fits.ok()) return fits;
    return layout;
}

region::Nest file_nest(const Place& place, const std::int64_t* start, const std::int64_t* count,
                       const std::int64_t* stride) {
    const auto& [schema, variable, begin, record_bytes] = place;
    const std::int64_t element_bytes = types::size_of(variable.type);
    const std::size_t rank = variable.dimension_ids.size();
    ShortArray<region::Loop, 4> room(rank);
    const std::span<region::Loop> loops(room);
    std::int64_t base = begin;
    std::int64_t distance = element_bytes;  // between neighbours of the current dimension
    for (std::size_t i = rank; i-- > 0;) {
        const int id = variable.dimension_ids[i];
        const bool has_pitch = record_bytes != in_one_array && schema.dimension(id).is_unlimited;
        if (has_pitch) distance = record_bytes;
        base += start[i] * distance;
        loops[i] = {count[i], distance * (stride == nullptr ? 1 : stride[i])};
        distance *= schema.length_of(id);
    }
    return {base, element_bytes, loops};
}

region::ElementPlaces element_places(const Place& place) {
    const auto& [schema, variable, begin, record_bytes] = place;
    region::ElementPlaces places{.begin = begin, .element_bytes = types::size_of(variable.type)};
    if (!schema.is_record_variable(variable)) return places;
    places.slab_elements = 1;
    for (std::size_t i = 1; i < variable.dimension_ids.size(); ++i)
        places.slab_elements *= schema.length_of(variable.dimension_ids[i]);
    places.slab_pitch =
        record_bytes == in_one_array ? places.slab_elements * places.element_bytes : record_bytes;
    return places;
}

}  // namespace weft::layout
