// SPDX-License-Identifier: BSD-3-Clause
// The section of CDL with the types that a group keeps by itself.
#pragma once

#include "model/foreign_type.hpp"
#include "tools/dump/line_filler.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// Prints one type, `depth` groups deep, without the path of its group.
void print_cdl_type(Output& out, LineFiller& filler, const model::ForeignType& type, int depth);

}  // namespace weft::tools
