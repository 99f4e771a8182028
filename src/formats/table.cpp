// SPDX-License-Identifier: BSD-3-Clause
#include "formats/table.hpp"

namespace weft::formats {

const std::span<const Format> other_formats;

}  // namespace weft::formats
