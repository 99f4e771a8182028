// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>

#include "mpi/collectives.hpp"
#include "mpi/operation.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void all_reduce_in_pieces(CommView comm, std::span<std::int64_t> values, MPI_Op operation,
                          std::int64_t piece_bytes) {
    const std::int64_t piece_values = piece_bytes / std::int64_t{sizeof(std::int64_t)};
    for_each_piece(std::ssize(values), piece_values, [&](std::int64_t begin, int count) {
        const auto piece = std::as_writable_bytes(
            values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
        Operation reduction(comm, piece.size(), piece.size());
        std::ranges::copy(piece, reduction.sent().begin());
        reduction.finish(MPI_Iallreduce(reduction.sent().data(), reduction.received().data(), count,
                                        MPI_INT64_T, operation, comm.handle(), reduction.request()),
                         "MPI_Iallreduce");
        std::ranges::copy(reduction.received(), piece.begin());
    });
}

}  // namespace weft::mpi
