// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/shortfall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/checked.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

constexpr std::int64_t harmless_bytes = std::int64_t{64} << 20;

/// The bytes of a variable, by the header and in the file.
struct Extent {
    std::int64_t promised = 0;
    std::int64_t present = 0;

    [[nodiscard]] std::int64_t missing() const { return promised - present; }
};

}  // namespace

Status check_shortfall(const Input& input, const container::Stored& stored,
                       const std::vector<bool>& wanted) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const model::Schema& schema = input.schema();
    std::int64_t missing = 0;
    Extent worst;
    int worst_id = -1;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const auto at = static_cast<std::size_t>(id);
        if (!wanted[at]) continue;
        // The reader of the definition has checked that the product does not overflow.
        const std::int64_t value_bytes = types::size_of(schema.variable(id).type);
        const Extent extent{.promised = input.values_of(id) * value_bytes,
                            .present = stored.elements[at] * value_bytes};
        missing = checked_add(missing, extent.missing()).value_or(most);
        if (extent.missing() <= worst.missing()) continue;
        worst = extent;
        worst_id = id;
    }
    if (missing <= std::max(harmless_bytes, stored.file_bytes)) return {};
    return {Code::etrunc,
            fmt::format("the file ends at byte {}: variable '{}' has {} bytes by the header, "
                        "but {} in the file",
                        stored.file_bytes, schema.variable(worst_id).name, worst.promised,
                        worst.present)};
}

}  // namespace weft::tools
