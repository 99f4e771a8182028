// SPDX-License-Identifier: BSD-3-Clause
#include <utility>

#include "mpi/collectives.hpp"
#include "mpi/operation.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void broadcast_in_pieces(CommView comm, std::vector<std::byte>& bytes, std::size_t begin, int root,
                         std::int64_t piece_bytes) {
    const std::int64_t total = std::ssize(bytes) - static_cast<std::int64_t>(begin);
    Operation broadcast(comm, std::move(bytes));
    for_each_piece(total, piece_bytes, [&](std::int64_t at, int count) {
        std::byte* const piece = broadcast.sent().data() + begin + at;
        broadcast.finish(
            MPI_Ibcast(piece, count, MPI_BYTE, root, comm.handle(), broadcast.request()),
            "MPI_Ibcast");
    });
    bytes = broadcast.give_back();
}

}  // namespace weft::mpi
