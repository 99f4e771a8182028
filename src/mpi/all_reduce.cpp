// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void all_reduce_in_pieces(CommView comm, std::span<std::int64_t> values, MPI_Op operation,
                          std::int64_t piece_bytes) {
    const std::int64_t piece_values = piece_bytes / std::int64_t{sizeof(std::int64_t)};
    for_each_piece(std::ssize(values), piece_values, [&](std::int64_t begin, int count) {
        expect_success(MPI_Allreduce(MPI_IN_PLACE, values.data() + begin, count, MPI_INT64_T,
                                     operation, comm.handle()));
    });
}

}  // namespace weft::mpi
