// SPDX-License-Identifier: BSD-3-Clause
// Formats whose files Weft knows, but neither reads nor writes.
#pragma once

#include "container/format.hpp"

namespace weft::formats {

extern const container::Format unread_netcdf4;

}  // namespace weft::formats
