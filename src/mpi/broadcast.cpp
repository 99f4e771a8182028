// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "mpi/collectives.hpp"
#include "mpi/operation.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void broadcast_in_pieces(CommView comm, std::span<std::byte> bytes, int root,
                         std::int64_t piece_bytes) {
    for_each_piece(std::ssize(bytes), piece_bytes, [&](std::int64_t begin, int count) {
        const auto piece =
            bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
        Operation broadcast(comm, piece.size(), 0);
        if (comm.rank() == root) std::ranges::copy(piece, broadcast.sent().begin());
        broadcast.finish(MPI_Ibcast(broadcast.sent().data(), count, MPI_BYTE, root, comm.handle(),
                                    broadcast.request()),
                         "MPI_Ibcast");
        if (comm.rank() != root) std::ranges::copy(broadcast.sent(), piece.begin());
    });
}

}  // namespace weft::mpi
