// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/file_map.hpp"

#include <algorithm>
#include <tuple>

#include "base/checked.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"

namespace weft::tools {
namespace {

/// Fixed variables first, both kinds by offset.
bool lies_before(const PlacedVariable& a, const PlacedVariable& b) {
    return std::tie(a.is_record, a.begin, a.id) < std::tie(b.is_record, b.begin, b.id);
}

Result<std::vector<PlacedVariable>> place(const format::HeaderView& header,
                                          std::int64_t record_bytes) {
    const model::Schema& schema = header.schema;
    std::vector<PlacedVariable> placed;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        const Result<std::int64_t> bytes = format::slab_bytes(schema, variable);
        if (!bytes.ok()) return bytes.status();
        PlacedVariable& item = placed.emplace_back();
        item.id = id;
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

Result<FileMap> map_of(const format::HeaderView& header) {
    const model::Schema& schema = header.schema;
    FileMap map;
    const Result<std::int64_t> record_bytes = format::record_bytes(schema);
    if (!record_bytes.ok()) return record_bytes.status();
    map.record_bytes = record_bytes.value();
    map.header_bytes = format::header_bytes(header);
    Result<std::vector<PlacedVariable>> placed = place(header, map.record_bytes);
    if (!placed.ok()) return placed.status();
    map.variables = std::move(placed).value();

    std::int64_t end = map.header_bytes;
    for (PlacedVariable& variable : map.variables) {
        variable.gap_before = std::max<std::int64_t>(variable.begin - end, 0);
        end = std::max(end, variable.end);
    }
    map.header_extent = map.header_bytes;
    if (!map.variables.empty()) {
        const auto first =
            std::min_element(map.variables.begin(), map.variables.end(),
                             [](const auto& a, const auto& b) { return a.begin < b.begin; });
        map.header_extent = first->begin;
    }
    map.fixed_end = map.header_extent;
    for (const PlacedVariable& variable : map.variables) {
        if (!variable.is_record) map.fixed_end = std::max(map.fixed_end, variable.end);
    }
    const auto record =
        std::find_if(map.variables.begin(), map.variables.end(),
                     [](const PlacedVariable& variable) { return variable.is_record; });
    map.record_begin = record == map.variables.end() ? map.fixed_end : record->begin;
    map.expected_bytes = map.record_begin + map.record_bytes * schema.record_count;
    return map;
}

}  // namespace weft::tools
