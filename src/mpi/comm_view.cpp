// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/comm.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

void CommView::raise_out_of_memory() {
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_NO_MEM);
}

/// Collective. Shows `mine` to all ranks in memory that they share. False where MPI must do it.
bool CommView::show(std::span<const std::byte> mine) const {
    return shortcut_ != nullptr && mine.size() <= Shortcut::most_bytes && shortcut_->exchange(mine);
}

/// False where MPI must do it.
template <class Combine>
bool CommView::reduce_in_memory(std::span<std::int64_t> values, Combine combine) const {
    if (!show(std::as_bytes(values))) return false;
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        const std::byte* const shown = shortcut_->shown_by(rank);
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::int64_t other = 0;
            std::memcpy(&other, shown + i * sizeof other, sizeof other);
            values[i] = combine(values[i], other);
        }
    }
    return true;
}

void CommView::barrier() const {
    if (!show({})) expect_success(MPI_Barrier(handle_));
}

void CommView::broadcast(std::span<std::byte> bytes, int root) const {
    if (bytes.empty()) return;
    if (bytes.size() > Shortcut::most_bytes ||
        !show(rank_ == root ? bytes : std::span<std::byte>()))
        return broadcast_in_pieces(*this, bytes, root, largest_piece_bytes);
    if (rank_ != root) std::copy_n(shortcut_->shown_by(root), bytes.size(), bytes.begin());
}

void CommView::broadcast(std::vector<std::byte>& bytes, int root) const {
    // The length travels with the beginning, which is all where it is short.
    struct {
        std::int64_t length;
        std::array<std::byte, 504> beginning;
    } first{};
    first.length = std::ssize(bytes);
    const auto short_part = [&] {
        return std::min(static_cast<std::size_t>(first.length), first.beginning.size());
    };
    if (rank_ == root) std::copy_n(bytes.begin(), short_part(), first.beginning.begin());
    broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    if (rank_ != root) {
        bytes.resize(static_cast<std::size_t>(first.length));
        std::copy_n(first.beginning.begin(), short_part(), bytes.begin());
    }
    broadcast(std::span(bytes).subspan(short_part()), root);
}

void CommView::all_reduce_min(std::span<std::int64_t> values) const {
    const auto lower = [](std::int64_t a, std::int64_t b) { return std::min(a, b); };
    if (!reduce_in_memory(values, lower))
        all_reduce_in_pieces(*this, values, MPI_MIN, largest_piece_bytes);
}

void CommView::all_reduce_max(std::span<std::int64_t> values) const {
    const auto higher = [](std::int64_t a, std::int64_t b) { return std::max(a, b); };
    if (!reduce_in_memory(values, higher))
        all_reduce_in_pieces(*this, values, MPI_MAX, largest_piece_bytes);
}

void CommView::all_reduce_sum(std::span<std::int64_t> values) const {
    if (!reduce_in_memory(values, std::plus<>()))
        all_reduce_in_pieces(*this, values, MPI_SUM, largest_piece_bytes);
}

std::vector<std::byte> CommView::all_gather(std::span<const std::byte> mine) const {
    if (!show(mine)) return all_gather_in_pieces(*this, mine, largest_piece_bytes);
    std::vector<std::byte> all;
    all.reserve(mine.size() * static_cast<std::size_t>(size_));
    for (int rank = 0; rank < size_; ++rank) {
        const std::byte* const shown = shortcut_->shown_by(rank);
        all.insert(all.end(), shown, shown + mine.size());
    }
    return all;
}

std::vector<std::vector<std::byte>> CommView::gather(std::span<const std::byte> mine,
                                                     int root) const {
    return gather_in_pieces(*this, mine, root, largest_piece_bytes);
}

}  // namespace weft::mpi
