// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {
namespace {

/// A type of `count` bytes of which the next one begins `pitch` bytes further on.
MPI_Datatype spaced_bytes(int count, std::int64_t pitch) {
    MPI_Datatype run = MPI_DATATYPE_NULL;
    expect_success(MPI_Type_contiguous(count, MPI_BYTE, &run));
    MPI_Datatype spaced = MPI_DATATYPE_NULL;
    expect_success(MPI_Type_create_resized(run, 0, static_cast<MPI_Aint>(pitch), &spaced));
    expect_success(MPI_Type_commit(&spaced));
    expect_success(MPI_Type_free(&run));
    return spaced;
}

}  // namespace

std::vector<std::byte> all_gather_in_pieces(CommView comm, std::span<const std::byte> mine,
                                            std::int64_t piece_bytes) {
    const std::int64_t length = std::ssize(mine);
    std::vector<std::byte> all(mine.size() * static_cast<std::size_t>(comm.size()));
    // Each piece of a rank goes at once to its final place, which is why the ranks' pieces lie
    // `length` apart.
    const std::int64_t share = share_of_piece(piece_bytes, comm.size());
    for_each_piece(length, share, [&](std::int64_t begin, int count) {
        MPI_Datatype spaced = spaced_bytes(count, length);
        expect_success(MPI_Allgather(mine.data() + begin, count, MPI_BYTE, all.data() + begin, 1,
                                     spaced, comm.handle()));
        expect_success(MPI_Type_free(&spaced));
    });
    return all;
}

}  // namespace weft::mpi
