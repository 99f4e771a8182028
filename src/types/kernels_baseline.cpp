// SPDX-License-Identifier: BSD-3-Clause
#include "types/make_table.hpp"

namespace weft::types {

constinit const KernelTable baseline_table = make_table<std::endian::big>();
constinit const KernelTable little_endian_table = make_table<std::endian::little>();

}  // namespace weft::types
