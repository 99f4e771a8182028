// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// File offset behind the last value that the header promises. A file may be shorter: values that
/// were never written need not be stored.
std::int64_t data_end(const OpenedFile& opened);

}  // namespace weft::tools
