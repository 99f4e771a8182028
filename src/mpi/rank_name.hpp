// SPDX-License-Identifier: BSD-3-Clause
// Sentences that name a rank.
#pragma once

#include <string_view>

namespace weft::mpi {

/// Whether a message begins with the rank that it is about, as those of agreed outcomes do.
bool names_a_rank(std::string_view context);

}  // namespace weft::mpi
