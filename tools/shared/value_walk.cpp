// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/value_walk.hpp"

#include <algorithm>

#include "types/types.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t group_bytes = 1 << 20;

/// The bytes of one record of all record variables.
std::int64_t record_bytes_of(const model::Schema& schema) {
    std::int64_t bytes = 0;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        // The reader of the definition has checked that the sum does not overflow.
        if (schema.is_record_variable(variable))
            bytes += model::slab_value_bytes(schema, variable).value();
    }
    return bytes;
}

}  // namespace

ValueWalk::ValueWalk(const model::Schema& schema, const std::vector<int>& ids, std::int64_t records)
    : walk_({}, {}, 0) {
    const std::int64_t group =
        std::max<std::int64_t>(group_bytes / std::max<std::int64_t>(record_bytes_of(schema), 1), 1);
    const std::int64_t groups = records / group;
    const std::int64_t rest = records % group;
    std::vector<WalkSlab> single;
    std::vector<WalkSlab> grouped;
    std::vector<ValueSlab> grouped_slabs;
    const auto add = [&](std::vector<WalkSlab>& walked, std::vector<ValueSlab>& slabs,
                         const ValueSlab& slab, std::int64_t value_bytes) {
        walked.push_back({slab.count * value_bytes, value_bytes});
        slabs.push_back(slab);
    };
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const model::Variable& variable = schema.variable(ids[i]);
        const std::int64_t value_bytes = types::size_of(variable.type);
        const std::int64_t values = model::slab_value_bytes(schema, variable).value() / value_bytes;
        if (!schema.is_record_variable(variable)) {
            add(single, slabs_, {i, 0, values, 0}, value_bytes);
            continue;
        }
        if (rest > 0)
            add(single, slabs_, {i, groups * group * values, rest * values, 0}, value_bytes);
        add(grouped, grouped_slabs, {i, 0, group * values, group * values}, value_bytes);
    }
    slabs_.insert(slabs_.end(), grouped_slabs.begin(), grouped_slabs.end());
    walk_ = Walk(single, grouped, groups);
}

}  // namespace weft::tools
