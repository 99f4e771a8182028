// SPDX-License-Identifier: BSD-3-Clause
// The largest record count of a file for which no offset overflows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "layout/layout.hpp"

namespace weft::layout {

inline std::int64_t most_records(const Layout& layout) {
    const std::int64_t room = std::numeric_limits<std::int64_t>::max() - layout.record_begin;
    return room / std::max<std::int64_t>(1, layout.record_bytes);
}

}  // namespace weft::layout
