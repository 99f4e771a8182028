// SPDX-License-Identifier: BSD-3-Clause
// Values between the byte order of a file, of a classic one big-endian, and that of this machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

#include "types/types.hpp"

namespace weft::types {

/// Turns values of one type, side by side, from file form into memory form, or back.
inline void change_form(External type, std::span<std::byte> values,
                        std::endian order = std::endian::big) {
    const auto bytes = static_cast<std::size_t>(size_of(type));
    if (std::endian::native == order || bytes == 1) return;
    for (; values.size() >= bytes; values = values.subspan(bytes))
        std::ranges::reverse(values.first(bytes));
}

}  // namespace weft::types
