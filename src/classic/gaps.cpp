// SPDX-License-Identifier: BSD-3-Clause
#include "classic/gaps.hpp"

#include <algorithm>
#include <span>

#include "base/checked.hpp"
#include "classic/regions.hpp"
#include "format/fill.hpp"

namespace weft::classic {
namespace {

using container::Region;
using Placed = std::span<const Region>;

/// The gaps between `begin` and `end` that are in none of the variables there, which are in rising
/// order.
std::vector<Gap> gaps_beside(const model::Schema& schema, Placed placed, std::int64_t begin,
                             std::int64_t end) {
    std::vector<Gap> gaps;
    const Region* last = nullptr;
    const auto add_up_to = [&](std::int64_t next) {
        if (next <= begin) return;
        Gap& gap = gaps.emplace_back();
        gap.begin = begin;
        gap.bytes = next - begin;
        if (last == nullptr) return;
        gap.variable = last->variable;
        gap.padding = std::min(gap.bytes, last->end - begin);
        gap.fill = format::fill_of(schema.variable(last->variable));
    };
    for (const Region& variable : placed) {
        add_up_to(variable.begin);
        begin = variable.begin + variable.bytes;
        last = &variable;
    }
    add_up_to(end);
    return gaps;
}

bool one_holds(const std::vector<Gap>& gaps, std::int64_t offset, std::int64_t bytes) {
    const auto behind =
        std::upper_bound(gaps.begin(), gaps.end(), offset,
                         [](std::int64_t value, const Gap& gap) { return value < gap.begin; });
    if (behind == gaps.begin()) return false;
    const Gap& gap = *(behind - 1);
    return bytes <= gap.bytes && offset - gap.begin <= gap.bytes - bytes;
}

}  // namespace

Result<GapMap> gaps_of(const format::HeaderView& header) {
    const model::Schema& schema = header.schema;
    const Result<container::Regions> mapped = regions_of(header);
    if (!mapped.ok()) return mapped.status();
    const container::Regions& map = mapped.value();
    const Placed placed(map.variables);
    const auto fixed_count = static_cast<std::size_t>(std::count_if(
        placed.begin(), placed.end(), [](const auto& item) { return !item.is_record; }));
    GapMap gaps;
    gaps.header_bytes = map.header_bytes;
    gaps.record_bytes = map.record_bytes;
    gaps.fixed_end = fixed_count > 0 ? placed[fixed_count - 1].end : map.header_bytes;
    const bool has_records = fixed_count < placed.size();
    gaps.record_begin = has_records ? map.record_begin : gaps.fixed_end;
    gaps.fixed_end = std::min(gaps.fixed_end, gaps.record_begin);
    gaps.fixed =
        gaps_beside(schema, placed.first(fixed_count), map.header_bytes, gaps.record_begin);
    if (has_records)
        gaps.in_record = gaps_beside(schema, placed.subspan(fixed_count), gaps.record_begin,
                                     gaps.record_begin + gaps.record_bytes);
    return gaps;
}

Result<std::int64_t> GapMap::file_bytes(std::int64_t record_count) const {
    if (record_count == 0 || record_bytes == 0) return fixed_end;
    const auto records = checked_mul(record_count, record_bytes);
    const auto end = records ? checked_add(*records, record_begin) : std::nullopt;
    if (!end) return Status(Code::evarsize, "the file exceeds 2^63-1 bytes");
    return *end;
}

bool GapMap::holds(std::int64_t offset, std::int64_t bytes) const {
    if (record_bytes == 0 || offset < record_begin) return one_holds(fixed, offset, bytes);
    return one_holds(in_record, record_begin + (offset - record_begin) % record_bytes, bytes);
}

}  // namespace weft::classic
