// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "mpi/collectives.hpp"
#include "mpi/comm.hpp"
#include "mpi/comm_record.hpp"
#include "mpi/failure.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

bool CommView::has_shortcut() const {
    return shortcut() != nullptr;
}

Shortcut* CommView::shortcut() const {
    return record_ == nullptr ? nullptr : record_->shortcut;
}

/// Collective. Shows `mine` to all ranks in shared memory. False if MPI must do it.
bool CommView::show(std::span<const std::byte> mine) const {
    if (!has_shortcut() || mine.size() > Shortcut::most_bytes) return false;
    if (!shortcut()->exchange(mine)) throw Failure(rank_has_ended(), true);
    return true;
}

/// Reduces in shared memory. False if MPI must do it.
template <class Combine>
bool CommView::reduce_in_memory(std::span<std::int64_t> values, Combine combine) const {
    if (!show(std::as_bytes(values))) return false;
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        const std::byte* const shown = shortcut()->shown_by(rank);
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::int64_t other = 0;
            std::memcpy(&other, shown + i * sizeof other, sizeof other);
            values[i] = combine(i, values[i], other);
        }
    }
    return true;
}

void CommView::barrier() const {
    if (show({})) return;
    // A rank that has seen all others has waited for them.
    std::array<std::int64_t, 1> nothing = {};
    all_reduce_min(nothing);
}

void CommView::broadcast(std::span<std::byte> bytes, int root) const {
    if (bytes.empty() || size_ == 1) return;
    if (bytes.size() > Shortcut::most_bytes ||
        !show(rank_ == root ? bytes : std::span<std::byte>())) {
        for_each_piece(std::ssize(bytes), largest_piece_bytes, [&](std::int64_t begin, int count) {
            const auto piece =
                bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
            std::vector<std::byte> copy(piece.begin(), piece.end());
            broadcast_long(copy, 0, root);
            std::ranges::copy(copy, piece.begin());
        });
        return;
    }
    if (rank_ != root) std::copy_n(shortcut()->shown_by(root), bytes.size(), bytes.begin());
}

void CommView::broadcast_long(std::vector<std::byte>& bytes, std::size_t begin, int root) const {
    meet();
    broadcast_in_pieces(*this, bytes, begin, root, largest_piece_bytes);
}

/// The first message of a broadcast whose length only root knows: the length, and the first bytes,
/// which are all if there are few.
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

/// Collective, after all ranks have the first message. Ranks other than root get their `bytes`.
void CommView::broadcast_rest(const Beginning& first, std::vector<std::byte>& bytes,
                              int root) const {
    if (rank_ != root) {
        bytes.resize(static_cast<std::size_t>(first.length));
        std::copy_n(first.bytes.begin(), first.size(), bytes.begin());
    }
    const std::span<std::byte> rest = std::span(bytes).subspan(first.size());
    if (rest.size() <= Shortcut::most_bytes) return broadcast(rest, root);
    broadcast_long(bytes, first.size(), root);
}

void CommView::broadcast(std::vector<std::byte>& bytes, int root) const {
    Beginning first = rank_ == root ? Beginning(bytes) : Beginning();
    broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    broadcast_rest(first, bytes, root);
}

/// On root, before it shows the bytes for which the others wait. Empty if MPI must do it.
std::optional<std::int64_t> CommView::lowest_of_others() const {
    if (!has_shortcut()) return std::nullopt;
    if (!shortcut()->await_others()) throw Failure(rank_has_ended(), true);
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        std::int64_t other = 0;
        std::memcpy(&other, shortcut()->offered_by(rank), sizeof other);
        lowest = std::min(lowest, other);
    }
    return lowest;
}

std::vector<std::byte> CommView::ask(std::int64_t question, int root, const Answer& answer,
                                     std::vector<std::byte> room) const {
    if (size_ == 1) return answer(question);
    std::array<std::int64_t, 1> lowest = {question};
    if (rank_ == root) {
        const std::optional<std::int64_t> others = lowest_of_others();
        if (others) lowest[0] = std::min(question, *others);
        if (!others) all_reduce_min(lowest);
        std::vector<std::byte> bytes = answer(lowest[0]);
        broadcast(bytes, root);
        return bytes;
    }
    Beginning first;
    if (show(std::as_bytes(std::span(lowest)))) {
        std::memcpy(&first, shortcut()->shown_by(root), sizeof first);
    } else {
        all_reduce_min(lowest);
        broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    }
    broadcast_rest(first, room, root);
    return room;
}

void CommView::all_reduce_min(std::span<std::int64_t> values) const {
    if (size_ == 1) return;
    const auto lower = [](auto, std::int64_t a, std::int64_t b) { return std::min(a, b); };
    if (!reduce_in_memory(values, lower) && !meet_with(values, {}))
        all_reduce_in_pieces(*this, values, MPI_MIN, largest_piece_bytes);
}

void CommView::all_reduce_max(std::span<std::int64_t> values) const {
    if (size_ == 1) return;
    const auto higher = [](auto, std::int64_t a, std::int64_t b) { return std::max(a, b); };
    if (reduce_in_memory(values, higher)) return;
    meet();
    all_reduce_in_pieces(*this, values, MPI_MAX, largest_piece_bytes);
}

void CommView::all_reduce_sum(std::span<std::int64_t> values) const {
    const auto sum = [](auto, std::int64_t a, std::int64_t b) { return a + b; };
    if (size_ == 1 || reduce_in_memory(values, sum)) return;
    meet();
    all_reduce_in_pieces(*this, values, MPI_SUM, largest_piece_bytes);
}

void CommView::all_reduce(std::span<std::int64_t> least, std::span<std::int64_t> sums) const {
    if (size_ == 1) return;
    if (!has_shortcut()) {
        if (!meet_with(least, sums)) all_reduce_jointly(*this, least, sums);
        return;
    }
    std::vector<std::int64_t> all(least.begin(), least.end());
    all.insert(all.end(), sums.begin(), sums.end());
    const auto combine = [&](std::size_t i, std::int64_t a, std::int64_t b) {
        return i < least.size() ? std::min(a, b) : a + b;
    };
    if (!reduce_in_memory(all, combine)) return all_reduce_jointly(*this, least, sums);
    std::copy_n(all.begin(), least.size(), least.begin());
    std::copy_n(all.begin() + std::ssize(least), sums.size(), sums.begin());
}

std::vector<std::byte> CommView::all_gather(std::span<const std::byte> mine) const {
    if (!show(mine)) {
        meet();
        return all_gather_in_pieces(*this, mine, largest_piece_bytes);
    }
    std::vector<std::byte> all;
    all.reserve(mine.size() * static_cast<std::size_t>(size_));
    for (int rank = 0; rank < size_; ++rank) {
        const std::byte* const shown = shortcut()->shown_by(rank);
        all.insert(all.end(), shown, shown + mine.size());
    }
    return all;
}

std::vector<std::vector<std::byte>> CommView::gather(std::span<const std::byte> mine,
                                                     int root) const {
    meet();
    return gather_in_pieces(*this, mine, root, largest_piece_bytes);
}

}  // namespace weft::mpi
