// SPDX-License-Identifier: BSD-3-Clause
// A sentence about ranks that are in different calls.
#pragma once

#include <string>
#include <vector>

namespace weft::mpi {

struct CallOfRank {
    int rank;
    std::string where;  // "in ncmpi_close"
};

/// "the ranks are in different calls: rank 3 in ncmpi_close, ranks 0-2 in ncmpi_put_vara_int_all".
/// `calls`: rising by rank.
std::string who_is_where(const std::vector<CallOfRank>& calls);

}  // namespace weft::mpi
