// SPDX-License-Identifier: BSD-3-Clause
#include "types/make_table.hpp"

namespace weft::types {

constinit const KernelTable avx2_table = make_table<std::endian::big>();

}  // namespace weft::types
