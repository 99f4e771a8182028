// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/comm.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void CommView::raise_out_of_memory() {
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
}

void CommView::barrier() const {
    expect_success(MPI_Barrier(handle_));
}

void CommView::broadcast(std::span<std::byte> bytes, int root) const {
    broadcast_in_pieces(*this, bytes, root, largest_piece_bytes);
}

void CommView::broadcast(std::vector<std::byte>& bytes, int root) const {
    // The length travels with the beginning, which is all where it is short.
    struct {
        std::int64_t length;
        std::array<std::byte, 504> beginning;
    } first;
    first.length = std::ssize(bytes);
    const auto short_part = [&] {
        return std::min(static_cast<std::size_t>(first.length), first.beginning.size());
    };
    if (rank_ == root) std::copy_n(bytes.begin(), short_part(), first.beginning.begin());
    expect_success(MPI_Bcast(&first, sizeof first, MPI_BYTE, root, handle_));
    if (rank_ != root) {
        bytes.resize(static_cast<std::size_t>(first.length));
        std::copy_n(first.beginning.begin(), short_part(), bytes.begin());
    }
    broadcast(std::span(bytes).subspan(short_part()), root);
}

void CommView::all_reduce_min(std::span<std::int64_t> values) const {
    all_reduce_in_pieces(*this, values, MPI_MIN, largest_piece_bytes);
}

void CommView::all_reduce_max(std::span<std::int64_t> values) const {
    all_reduce_in_pieces(*this, values, MPI_MAX, largest_piece_bytes);
}

void CommView::all_reduce_sum(std::span<std::int64_t> values) const {
    all_reduce_in_pieces(*this, values, MPI_SUM, largest_piece_bytes);
}

std::vector<std::byte> CommView::all_gather(std::span<const std::byte> mine) const {
    return all_gather_in_pieces(*this, mine, largest_piece_bytes);
}

std::vector<std::vector<std::byte>> CommView::gather(std::span<const std::byte> mine,
                                                     int root) const {
    return gather_in_pieces(*this, mine, root, largest_piece_bytes);
}

}  // namespace weft::mpi
