// SPDX-License-Identifier: BSD-3-Clause
// Indices of a dimension at equal distances: what a command has chosen of it.
#pragma once

#include <cstdint>

namespace weft::tools {

/// Indices first, first + step, ... of a dimension. A periodic one, such as longitudes, may be
/// turned: then counting begins at its index `turn`, and index 0 follows the last.
struct Indices {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::int64_t step = 1;
    std::int64_t turn = 0;

    friend bool operator==(const Indices&, const Indices&) = default;
};

}  // namespace weft::tools
