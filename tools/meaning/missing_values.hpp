// SPDX-License-Identifier: BSD-3-Clause
// The stored values that mean "missing", beside NaN.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace weft::tools {

/// Values that mean missing data. All are of one type, in memory form.
struct MissingValues {
    using Value = std::array<std::byte, 8>;

    std::vector<Value> values;
    bool has_range = false;  // values below `low` or above `high` are missing, too
    Value low{};
    Value high{};

    friend bool operator==(const MissingValues&, const MissingValues&) = default;
};

}  // namespace weft::tools
