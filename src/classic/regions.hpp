// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/result.hpp"
#include "container/regions.hpp"
#include "format/header.hpp"

namespace weft::classic {

/// The regions of a complete file with this header.
Result<container::Regions> regions_of(const format::HeaderView& header);

}  // namespace weft::classic
