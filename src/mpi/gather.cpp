// SPDX-License-Identifier: BSD-3-Clause
// Gathers in rounds: in round k every rank sends its k-th piece, so that neither counts nor
// displacements of an MPI call exceed the range of int.
#include <algorithm>
#include <cstring>
#include <memory>

#include "mpi/collectives.hpp"
#include "mpi/operation.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {
namespace {

/// The lengths of all ranks, on all ranks.
std::vector<std::int64_t> gather_lengths(CommView comm, std::int64_t mine) {
    const std::vector<std::byte> bytes =
        all_gather_in_pieces(comm, std::as_bytes(std::span(&mine, 1)), largest_piece_bytes);
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(comm.size()));
    std::memcpy(lengths.data(), bytes.data(), bytes.size());
    return lengths;
}

int piece_count(std::int64_t length, std::int64_t begin, int most) {
    return static_cast<int>(std::clamp<std::int64_t>(length - begin, 0, most));
}

/// What each rank sends in a round, and where root receives it.
struct Round {
    std::int64_t begin;
    std::vector<int> counts;
    std::vector<int> displacements;
    std::size_t total = 0;

    Round(const std::vector<std::int64_t>& lengths, std::int64_t begin_of_round, int most)
        : begin(begin_of_round), counts(lengths.size()), displacements(lengths.size()) {
        for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
            counts[rank] = piece_count(lengths[rank], begin, most);
            displacements[rank] = static_cast<int>(total);
            total += static_cast<std::size_t>(counts[rank]);
        }
    }
};

/// Collective. `all`: on root, with room for all bytes.
void gather_round(CommView comm, const std::shared_ptr<const Round>& kept,
                  std::span<const std::byte> mine, int root,
                  std::vector<std::vector<std::byte>>& all) {
    const Round& round = *kept;
    const int count = round.counts[static_cast<std::size_t>(comm.rank())];
    const bool is_root = comm.rank() == root;
    Operation gather(comm, static_cast<std::size_t>(count), is_root ? round.total : 0);
    if (count > 0) std::copy_n(mine.begin() + round.begin, count, gather.sent().begin());
    gather.keep(kept);
    gather.finish(MPI_Igatherv(gather.sent().data(), count, MPI_BYTE, gather.received().data(),
                               round.counts.data(), round.displacements.data(), MPI_BYTE, root,
                               comm.handle(), gather.request()),
                  "MPI_Igatherv");
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        if (round.counts[rank] == 0) continue;
        std::memcpy(all[rank].data() + round.begin,
                    gather.received().data() + round.displacements[rank],
                    static_cast<std::size_t>(round.counts[rank]));
    }
}

}  // namespace

std::vector<std::vector<std::byte>> gather_in_pieces(CommView comm, std::span<const std::byte> mine,
                                                     int root, std::int64_t piece_bytes) {
    const std::vector<std::int64_t> lengths = gather_lengths(comm, std::ssize(mine));
    std::vector<std::vector<std::byte>> all(comm.rank() == root ? lengths.size() : 0);
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        all[rank].resize(static_cast<std::size_t>(lengths[rank]));
    const std::int64_t share = share_of_piece(piece_bytes, comm.size());
    for_each_piece(*std::ranges::max_element(lengths), share, [&](std::int64_t begin, int most) {
        const auto round = std::make_shared<const Round>(lengths, begin, most);
        gather_round(comm, round, mine, root, all);
    });
    return all;
}

}  // namespace weft::mpi
