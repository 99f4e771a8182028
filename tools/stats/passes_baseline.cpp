// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/make_passes.hpp"

namespace weft::tools {

constinit const BlockPasses baseline_passes = make_passes();

}  // namespace weft::tools
