// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/shortfall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/checked.hpp"
#include "format/sizes.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t harmless_bytes = std::int64_t{64} << 20;

/// The bytes of a variable, by the header and in the file.
struct Extent {
    std::int64_t promised = 0;
    std::int64_t present = 0;

    [[nodiscard]] std::int64_t missing() const { return promised - present; }
};

// The header reader has checked that no sum or product here overflows.
Extent extent_of(const OpenedFile& opened, int id) {
    const model::Variable& variable = opened.schema.variable(id);
    const std::int64_t slab = format::slab_bytes(opened.schema, variable).value();
    const std::int64_t behind = std::max<std::int64_t>(opened.bytes - opened.begin(id), 0);
    if (!opened.schema.is_record_variable(variable)) return {slab, std::min(slab, behind)};
    const std::int64_t records = opened.schema.record_count;
    if (slab == 0 || records == 0) return {};
    const std::int64_t whole = std::min(records, behind / opened.record_bytes);
    const std::int64_t part =
        whole < records ? std::min(slab, behind - whole * opened.record_bytes) : 0;
    return {records * slab, whole * slab + part};
}

}  // namespace

Status check_shortfall(const OpenedFile& opened, const std::vector<bool>& wanted) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t missing = 0;
    Extent worst;
    int worst_id = -1;
    for (int id = 0; id < opened.schema.variable_count(); ++id) {
        if (!wanted[static_cast<std::size_t>(id)]) continue;
        const Extent extent = extent_of(opened, id);
        missing = checked_add(missing, extent.missing()).value_or(most);
        if (extent.missing() <= worst.missing()) continue;
        worst = extent;
        worst_id = id;
    }
    if (missing <= std::max(harmless_bytes, opened.bytes)) return {};
    return {Code::etrunc,
            fmt::format("the file ends at byte {}: variable '{}' has {} bytes by the header, "
                        "but {} in the file",
                        opened.bytes, opened.schema.variable(worst_id).name, worst.promised,
                        worst.present)};
}

}  // namespace weft::tools
