// SPDX-License-Identifier: BSD-3-Clause
// The classic formats, CDF-1, CDF-2 and CDF-5, in the table of formats: a dataset is one file, or a
// set of them.
#pragma once

#include "container/format.hpp"

namespace weft::sets {

extern const container::Format classic_format;

}  // namespace weft::sets
