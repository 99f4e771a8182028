// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/data_end.hpp"

#include <algorithm>

#include "format/sizes.hpp"

namespace weft::tools {

std::int64_t data_end(const OpenedFile& opened) {
    const format::Schema& schema = opened.schema;
    std::int64_t end = 0;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const format::Variable& variable = schema.variable(id);
        const bool is_record = schema.is_record_variable(variable);
        if (is_record && schema.record_count == 0) continue;
        // The header reader has checked that no sum here overflows.
        const std::int64_t slab = format::slab_bytes(schema, variable).value();
        const std::int64_t last = is_record ? (schema.record_count - 1) * opened.record_bytes : 0;
        end = std::max(end, variable.begin + last + slab);
    }
    return end;
}

}  // namespace weft::tools
