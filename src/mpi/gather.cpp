// SPDX-License-Identifier: BSD-3-Clause
// Gathering in rounds: in round k every rank sends the k-th piece of what it has, so that neither
// the counts nor the displacements of one call leave the range of int.
#include <algorithm>
#include <cstring>

#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {
namespace {

/// Everybody's length at root, elsewhere nothing.
std::vector<std::int64_t> gather_lengths(CommView comm, std::int64_t mine, int root) {
    std::vector<std::int64_t> lengths(comm.rank() == root ? static_cast<std::size_t>(comm.size())
                                                          : 0);
    expect_success(
        MPI_Gather(&mine, 1, MPI_INT64_T, lengths.data(), 1, MPI_INT64_T, root, comm.handle()));
    return lengths;
}

/// The longest of root's `lengths`, on all ranks.
std::int64_t longest_for_all(CommView comm, const std::vector<std::int64_t>& lengths, int root) {
    std::int64_t longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
    expect_success(MPI_Bcast(&longest, 1, MPI_INT64_T, root, comm.handle()));
    return longest;
}

int piece_count(std::int64_t length, std::int64_t begin, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(length - begin, 0, most));
}

/// Root's side of a round: where each rank's piece goes in one buffer, and from there.
class Round {
public:
    Round(const std::vector<std::int64_t>& lengths, std::int64_t begin, int most)
        : begin_(begin), counts_(lengths.size()), displacements_(lengths.size()) {
        int total = 0;
        for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
            counts_[rank] = piece_count(lengths[rank], begin, most);
            displacements_[rank] = total;
            total += counts_[rank];
        }
        buffer_.resize(static_cast<std::size_t>(total));
    }

    void gather(CommView comm, const std::byte* piece, int count, int root) {
        expect_success(MPI_Gatherv(piece, count, MPI_BYTE, buffer_.data(), counts_.data(),
                                   displacements_.data(), MPI_BYTE, root, comm.handle()));
    }

    void deliver(std::vector<std::vector<std::byte>>& all) const {
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (counts_[rank] == 0) continue;
            std::memcpy(all[rank].data() + begin_, buffer_.data() + displacements_[rank],
                        static_cast<std::size_t>(counts_[rank]));
        }
    }

private:
    std::int64_t begin_;
    std::vector<int> counts_;
    std::vector<int> displacements_;
    std::vector<std::byte> buffer_;
};

}  // namespace

std::vector<std::vector<std::byte>> gather_in_pieces(CommView comm, std::span<const std::byte> mine,
                                                     int root, std::int64_t piece_bytes) {
    const std::vector<std::int64_t> lengths = gather_lengths(comm, std::ssize(mine), root);
    std::vector<std::vector<std::byte>> all(lengths.size());
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        all[rank].resize(static_cast<std::size_t>(lengths[rank]));
    }
    const std::int64_t share = share_of_piece(piece_bytes, comm.size());
    const std::int64_t longest = longest_for_all(comm, lengths, root);
    for_each_piece(longest, share, [&](std::int64_t begin, int most) {
        Round round(lengths, begin, most);
        const int count = piece_count(std::ssize(mine), begin, most);
        round.gather(comm, count == 0 ? nullptr : mine.data() + begin, count, root);
        round.deliver(all);
    });
    return all;
}

}  // namespace weft::mpi
