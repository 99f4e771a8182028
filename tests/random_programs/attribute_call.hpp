// SPDX-License-Identifier: BSD-3-Clause
//
// The put_att and get_att functions behind one signature each.
#pragma once

#include "model.hpp"

namespace random_programs {

int put_attribute(int ncid, const PutAttribute& step, const void* values);

// Typed. `values` has room for all elements in that memory type.
int get_attribute(int ncid, int variable, const char* name, MemoryType memory, void* values);

}  // namespace random_programs
