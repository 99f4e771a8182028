// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "mpi/collectives.hpp"
#include "mpi/operation.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

std::vector<std::byte> all_gather_in_pieces(CommView comm, std::span<const std::byte> mine,
                                            std::int64_t piece_bytes) {
    const auto length = mine.size();
    const auto ranks = static_cast<std::size_t>(comm.size());
    std::vector<std::byte> all(length * ranks);
    const std::int64_t share = share_of_piece(piece_bytes, comm.size());
    for_each_piece(std::ssize(mine), share, [&](std::int64_t begin, int count) {
        const auto bytes = static_cast<std::size_t>(count);
        Operation gather(comm, bytes, bytes * ranks);
        std::copy_n(mine.begin() + begin, bytes, gather.sent().begin());
        gather.finish(
            MPI_Iallgather(gather.sent().data(), count, MPI_BYTE, gather.received().data(), count,
                           MPI_BYTE, comm.handle(), gather.request()),
            "MPI_Iallgather");
        for (std::size_t rank = 0; rank < ranks; ++rank)
            std::copy_n(gather.received().data() + rank * bytes, bytes,
                        all.data() + rank * length + begin);
    });
    return all;
}

}  // namespace weft::mpi
