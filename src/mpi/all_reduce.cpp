// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstring>
#include <memory>

#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/operation.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {
namespace {

// MPI reduces by one operation at a time. Our own operation does two, if MPI does not split the
// numbers: so all numbers form one element, and the first two say how many follow.

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
