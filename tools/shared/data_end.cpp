// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/data_end.hpp"

#include <algorithm>

#include "format/sizes.hpp"
#include "tools/shared/message.hpp"

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

std::vector<std::string> short_files(const std::string& path, const OpenedFile& opened) {
    if (!opened.short_parts.empty()) return opened.short_parts;
    return opened.bytes < data_end(opened) ? std::vector{path} : std::vector<std::string>();
}

void warn_cut_short(const std::vector<std::string>& files, std::string_view what_is_done) {
    for (const std::string& file : files)
        warn(file, "the file ends before its data; what is missing " + std::string(what_is_done));
}

}  // namespace weft::tools
