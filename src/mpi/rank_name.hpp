// SPDX-License-Identifier: BSD-3-Clause
// Sentences that name a rank.
#pragma once

#include <string_view>

namespace weft::mpi {

/// Whether a sentence begins with the rank that it is about, as agreed outcomes do.
bool names_a_rank(std::string_view context);

}  // namespace weft::mpi
