// SPDX-License-Identifier: BSD-3-Clause
// The two forms that values have in memory.
#pragma once

namespace weft::tools {

/// The form of values. native: as C++ computes with them. external: as in a classic file,
/// big-endian; for passes that are faster if they convert values as they load them, or need not
/// convert them at all.
enum class Form { native, external };

}  // namespace weft::tools
