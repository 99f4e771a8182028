// SPDX-License-Identifier: BSD-3-Clause
#include "classic/regions.hpp"

#include <algorithm>
#include <tuple>

#include "base/checked.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"

namespace weft::classic {
namespace {

using container::Region;
using container::Regions;

/// Orders fixed variables before record variables, both by offset.
bool lies_before(const Region& a, const Region& b) {
    return std::tie(a.is_record, a.begin, a.variable) < std::tie(b.is_record, b.begin, b.variable);
}

Result<std::vector<Region>> place(const format::HeaderView& header, std::int64_t record_bytes) {
    const model::Schema& schema = header.schema;
    std::vector<Region> placed;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const Result<std::int64_t> bytes = format::slab_bytes(schema, variable);
        if (!bytes.ok()) return bytes.status();
        Region& item = placed.emplace_back();
        item.variable = id;
        item.is_record = schema.is_record_variable(variable);
        item.begin = header.begin(id);
        item.bytes = bytes.value();
        // The only record variable of a file is not padded.
        item.end = item.begin + (item.is_record && record_bytes == item.bytes
                                     ? item.bytes
                                     : round_up(item.bytes, format::padding_unit));
    }
    std::sort(placed.begin(), placed.end(), lies_before);
    return placed;
}

}  // namespace

Result<Regions> regions_of(const format::HeaderView& header) {
    const model::Schema& schema = header.schema;
    Regions regions;
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    regions.record_bytes = record_bytes.value();
    regions.header_bytes = format::header_bytes(header);
    Result<std::vector<Region>> placed = place(header, regions.record_bytes);
    if (!placed.ok()) return placed.status();
    regions.variables = std::move(placed).value();

    std::int64_t end = regions.header_bytes;
    for (Region& variable : regions.variables) {
        variable.gap_before = std::max<std::int64_t>(variable.begin - end, 0);
        end = std::max(end, variable.end);
    }
    regions.header_extent = regions.header_bytes;
    if (!regions.variables.empty()) {
        const auto first =
            std::min_element(regions.variables.begin(), regions.variables.end(),
                             [](const auto& a, const auto& b) { return a.begin < b.begin; });
        regions.header_extent = first->begin;
    }
    regions.fixed_end = regions.header_extent;
    for (const Region& variable : regions.variables) {
        if (!variable.is_record) regions.fixed_end = std::max(regions.fixed_end, variable.end);
    }
    const auto record = std::find_if(regions.variables.begin(), regions.variables.end(),
                                     [](const Region& variable) { return variable.is_record; });
    regions.record_begin = record == regions.variables.end() ? regions.fixed_end : record->begin;
    regions.expected_bytes = regions.record_begin + regions.record_bytes * schema.record_count;
    regions.file_bytes = regions.expected_bytes;
    return regions;
}

}  // namespace weft::classic
