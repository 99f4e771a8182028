// SPDX-License-Identifier: BSD-3-Clause
#include "container/prepared.hpp"

#include <array>
#include <limits>

namespace weft::container {

void BlockList::take(region::RunCollector& collector) {
    collector.finish();
    runs = std::move(collector.runs());
    patterns = std::move(collector.patterns());
}

std::int64_t end_of(const Block& block, std::size_t dimension) {
    const std::size_t rank = block.size() / 3;
    return block[dimension] + (block[rank + dimension] - 1) * block[2 * rank + dimension] + 1;
}

std::int64_t records_in(const Block& block) {
    return end_of(block, 0);
}

std::int64_t Prepared::records_needed() const {
    return is_list() ? irregular->list->record_count : records_in(block);
}

std::int64_t Prepared::length_needed(std::size_t dimension) const {
    if (!is_list()) return end_of(block, dimension);
    const std::vector<std::int64_t>& ends = irregular->list->ends;
    return dimension < ends.size() ? ends[dimension] : 0;
}

const std::shared_ptr<const region::Pattern>& dense_pattern(std::int64_t element_bytes) {
    const auto dense = [](std::int64_t bytes) {
        // Longer than any buffer: an access uses only the elements that exist.
        constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max() / 16;
        return std::make_shared<const region::Pattern>(
            region::Pattern::elements({{endless, bytes}}));
    };
    static const std::array<std::shared_ptr<const region::Pattern>, 4> patterns = {
        dense(1), dense(2), dense(4), dense(8)};
    return patterns[element_bytes == 1 ? 0 : element_bytes == 2 ? 1 : element_bytes == 4 ? 2 : 3];
}

}  // namespace weft::container
