// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace weft::storage {

/// A part of a file.
struct Extent {
    std::int64_t offset = 0;
    std::int64_t length = 0;
};

}  // namespace weft::storage
