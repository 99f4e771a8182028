// SPDX-License-Identifier: BSD-3-Clause
// Sentences that say whose they are.
#pragma once

#include <string_view>

namespace weft::mpi {

/// Whether a sentence begins with the rank that it is about, as those do that ranks have agreed on.
bool names_a_rank(std::string_view context);

}  // namespace weft::mpi
