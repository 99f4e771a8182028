// SPDX-License-Identifier: BSD-3-Clause
#include "sets/aggregation_variables.hpp"

#include <algorithm>
#include <vector>

#include "format/sizes.hpp"
#include "parts/aggregation.hpp"
#include "region/interval.hpp"

namespace weft::sets {
namespace {

/// The bytes from the beginning of variable `first` to the end of the last variable.
region::Interval extent_of_variables(const layout::Placed& file, int first) {
    const model::Schema& schema = file.schema;
    region::Interval extent;
    for (int id = first; id < schema.variable_count(); ++id) {
        const std::int64_t begin = file.layout.begin(id);
        const std::int64_t end = begin + format::slab_bytes(schema, schema.variable(id)).value();
        extent = extent.empty()
                     ? region::Interval{begin, end}
                     : region::Interval{std::min(extent.begin, begin), std::max(extent.end, end)};
    }
    return extent;
}

}  // namespace

Status write_aggregation(storage::File& file, const WholeSet& set, const layout::Placed& master) {
    for (const parts::HelperValues& helper :
         parts::values_of_aggregation(set.version, set.whole, set.table, master.schema)) {
        const Status written = file.write_at(master.layout.begin(helper.variable), helper.bytes);
        if (!written.ok()) return written;
    }
    return {};
}

Status clear_old_aggregation(storage::File& file, const container::Definition& definition,
                             const FileSet& before, const FileSet& next) {
    const region::Interval old =
        extent_of_variables(before.master(), definition.before->variable_count());
    const model::Schema& now = next.master().schema;
    for (int id = definition.before->variable_count(); id < definition.schema.variable_count();
         ++id) {
        const model::Variable& variable = now.variable(id);
        if (now.is_record_variable(variable)) continue;
        const std::int64_t first = next.master().layout.begin(id);
        const std::int64_t begin = std::max(old.begin, first);
        const std::int64_t end =
            std::min(old.end, first + format::slab_bytes(now, variable).value());
        if (begin >= end) continue;
        const std::vector<std::byte> zeros(static_cast<std::size_t>(end - begin));
        const Status written = file.write_at(begin, zeros);
        if (!written.ok()) return written;
    }
    return {};
}

}  // namespace weft::sets
