// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/collectives.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "mpi/check.hpp"
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

namespace {

// Gathers go in rounds: in round k every rank sends its k-th piece, so that neither counts nor
// displacements of an MPI call exceed the range of int.

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

namespace {

// MPI reduces by one operation at a time. Our own operation does two, if MPI does not split
// the numbers: so all numbers form one element, and the first two say how many follow.

constexpr std::size_t head = 2;  // how many numbers are minimised, and how many are added

extern "C" void combine_elements(void* others, void* mine, int* elements, MPI_Datatype* /*type*/) {
    const auto* from = static_cast<const std::int64_t*>(others);
    auto* into = static_cast<std::int64_t*>(mine);
    for (int element = 0; element < *elements; ++element) {
        const std::int64_t sums_begin = static_cast<std::int64_t>(head) + into[0];
        const std::int64_t end = sums_begin + into[1];
        for (std::int64_t i = head; i < sums_begin; ++i) into[i] = std::min(into[i], from[i]);
        for (std::int64_t i = sums_begin; i < end; ++i) into[i] += from[i];
        from += end;
        into += end;
    }
}

/// The MPI datatype and operation of such an element; MPI keeps what a pending reduction needs.
struct JointReduction {
    explicit JointReduction(std::size_t numbers) {
        require(MPI_Op_create(combine_elements, 1, &operation), "MPI_Op_create");
        require(MPI_Type_contiguous(static_cast<int>(numbers), MPI_INT64_T, &element),
                "MPI_Type_contiguous");
        require(MPI_Type_commit(&element), "MPI_Type_commit");
    }
    ~JointReduction() {
        if (element != MPI_DATATYPE_NULL) release(MPI_Type_free(&element));
        if (operation != MPI_OP_NULL) release(MPI_Op_free(&operation));
    }
    JointReduction(const JointReduction&) = delete;
    JointReduction& operator=(const JointReduction&) = delete;

    MPI_Op operation = MPI_OP_NULL;
    MPI_Datatype element = MPI_DATATYPE_NULL;
};

}  // namespace

void all_reduce_jointly(CommView comm, std::span<std::int64_t> least,
                        std::span<std::int64_t> sums) {
    std::vector<std::int64_t> all = {std::ssize(least), std::ssize(sums)};
    all.insert(all.end(), least.begin(), least.end());
    all.insert(all.end(), sums.begin(), sums.end());
    const auto bytes = std::as_writable_bytes(std::span(all));
    const auto joint = std::make_shared<JointReduction>(all.size());
    Operation reduction(comm, bytes.size(), bytes.size());
    reduction.keep(joint);
    std::ranges::copy(bytes, reduction.sent().begin());
    reduction.finish(
        MPI_Iallreduce(reduction.sent().data(), reduction.received().data(), 1, joint->element,
                       joint->operation, comm.handle(), reduction.request()),
        "MPI_Iallreduce");
    std::ranges::copy(reduction.received(), bytes.begin());
    std::copy_n(all.begin() + head, least.size(), least.begin());
    std::copy_n(all.begin() + head + std::ssize(least), sums.size(), sums.begin());
}

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
