// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>

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

/// Of bytes whose length only root knows: it travels with the first of them, which are all where
/// there are few.
struct CommView::Beginning {
    std::int64_t length = 0;
    std::array<std::byte, 504> bytes{};

    Beginning() = default;
    explicit Beginning(const std::vector<std::byte>& all) : length(std::ssize(all)) {
        std::copy_n(all.begin(), size(), bytes.begin());
    }
    [[nodiscard]] std::size_t size() const {
        return std::min(static_cast<std::size_t>(length), bytes.size());
    }
};

/// Collective, when everybody has what root sends first. Ranks other than root get their `bytes`.
void CommView::broadcast_rest(const Beginning& first, std::vector<std::byte>& bytes,
                              int root) const {
    if (rank_ != root) {
        bytes.resize(static_cast<std::size_t>(first.length));
        std::copy_n(first.bytes.begin(), first.size(), bytes.begin());
    }
    broadcast(std::span(bytes).subspan(first.size()), root);
}

void CommView::broadcast(std::vector<std::byte>& bytes, int root) const {
    Beginning first = rank_ == root ? Beginning(bytes) : Beginning();
    broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    broadcast_rest(first, bytes, root);
}

/// For root, before it shows what all the others wait for. Empty where MPI must do it.
std::optional<std::int64_t> CommView::lowest_of_others() const {
    if (shortcut_ == nullptr || !shortcut_->await_others()) return std::nullopt;
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        std::int64_t other = 0;
        std::memcpy(&other, shortcut_->offered_by(rank), sizeof other);
        lowest = std::min(lowest, other);
    }
    return lowest;
}

std::vector<std::byte> CommView::ask(std::int64_t question, int root, const Answer& answer) const {
    if (size_ == 1) return answer(question);
    std::vector<std::byte> bytes;
    std::array<std::int64_t, 1> lowest = {question};
    if (rank_ == root) {
        const std::optional<std::int64_t> others = lowest_of_others();
        if (others) lowest[0] = std::min(question, *others);
        if (!others) all_reduce_min(lowest);
        bytes = answer(lowest[0]);
        broadcast(bytes, root);
        return bytes;
    }
    Beginning first;
    if (show(std::as_bytes(std::span(lowest)))) {
        std::memcpy(&first, shortcut_->shown_by(root), sizeof first);
    } else {
        all_reduce_min(lowest);
        broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    }
    broadcast_rest(first, bytes, root);
    return bytes;
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
