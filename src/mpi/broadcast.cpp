// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void broadcast_in_pieces(CommView comm, std::span<std::byte> bytes, int root,
                         std::int64_t piece_bytes) {
    for_each_piece(std::ssize(bytes), piece_bytes, [&](std::int64_t begin, int count) {
        expect_success(MPI_Bcast(bytes.data() + begin, count, MPI_BYTE, root, comm.handle()));
    });
}

}  // namespace weft::mpi
