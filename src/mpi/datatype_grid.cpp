// SPDX-License-Identifier: BSD-3-Clause
// Subarrays and distributed arrays. Both are built from the fastest dimension to the slowest;
// `pitch` is the distance in bytes between neighbours along the current dimension.
#include <algorithm>
#include <memory>

#include "mpi/datatype_arrange.hpp"

namespace weft::mpi {
namespace {

using region::Pattern;

/// The dimensions from the fastest to the slowest.
std::vector<std::size_t> by_speed(std::size_t rank, std::int64_t order) {
    std::vector<std::size_t> dimensions(rank);
    for (std::size_t i = 0; i < rank; ++i) {
        dimensions[i] = order == MPI_ORDER_FORTRAN ? i : rank - 1 - i;
    }
    return dimensions;
}

/// One dimension of a distributed array, as one process sees it.
struct Distribution {
    std::int64_t size = 0;   // of the whole array
    std::int64_t block = 0;  // indices that a process gets at a time
    std::int64_t process_count = 1;
    std::int64_t process = 0;  // this one

    /// The indices of this process, `pitch` apart. A block distribution is a cyclic one with one
    /// round.
    [[nodiscard]] Pattern applied_to(const Pattern& inner, std::int64_t pitch) const {
        const std::int64_t first = process * block;
        const std::int64_t round = process_count * block;
        const std::int64_t rest = std::max<std::int64_t>(0, size - first);
        const std::int64_t full_blocks = rest / round + (rest % round >= block ? 1 : 0);
        const std::int64_t tail = rest % round >= block ? 0 : rest % round;
        const Pattern all_full = inner.repeated(block, pitch).repeated(full_blocks, round * pitch);
        return Pattern::sequence({
            {first * pitch, std::make_shared<const Pattern>(all_full)},
            {(first + full_blocks * round) * pitch,
             std::make_shared<const Pattern>(inner.repeated(tail, pitch))},
        });
    }
};

std::int64_t block_of(std::int64_t distribution, std::int64_t argument, std::int64_t size,
                      std::int64_t process_count) {
    if (distribution == MPI_DISTRIBUTE_NONE) return std::max<std::int64_t>(1, size);
    if (argument != MPI_DISTRIBUTE_DFLT_DARG) return argument;
    if (distribution == MPI_DISTRIBUTE_CYCLIC) return 1;
    return std::max<std::int64_t>(1, (size + process_count - 1) / process_count);
}

/// The coordinates of a rank in the process grid, which is in row-major order for both orders of
/// the array.
std::vector<std::int64_t> coordinates(std::int64_t rank,
                                      std::span<const std::int64_t> process_counts) {
    std::vector<std::int64_t> result(process_counts.size());
    for (std::size_t d = process_counts.size(); d-- > 0;) {
        result[d] = rank % process_counts[d];
        rank /= process_counts[d];
    }
    return result;
}

}  // namespace

Pattern subarray(const Child& child, std::span<const std::int64_t> integers) {
    const auto rank = static_cast<std::size_t>(integers[0]);
    const auto sizes = integers.subspan(1, rank);
    const auto subsizes = integers.subspan(1 + rank, rank);
    const auto starts = integers.subspan(1 + 2 * rank, rank);
    Pattern pattern = child.pattern;
    std::int64_t pitch = child.extent;
    for (const std::size_t d : by_speed(rank, integers[1 + 3 * rank])) {
        pattern = pattern.repeated(subsizes[d], pitch).moved(starts[d] * pitch);
        pitch *= sizes[d];
    }
    return pattern;
}

Pattern distributed_array(const Child& child, std::span<const std::int64_t> integers) {
    const auto rank = static_cast<std::size_t>(integers[2]);
    const auto sizes = integers.subspan(3, rank);
    const auto distributions = integers.subspan(3 + rank, rank);
    const auto arguments = integers.subspan(3 + 2 * rank, rank);
    const auto process_counts = integers.subspan(3 + 3 * rank, rank);
    const std::vector<std::int64_t> process = coordinates(integers[1], process_counts);
    Pattern pattern = child.pattern;
    std::int64_t pitch = child.extent;
    for (const std::size_t d : by_speed(rank, integers[3 + 4 * rank])) {
        const Distribution dealt{
            .size = sizes[d],
            .block = block_of(distributions[d], arguments[d], sizes[d], process_counts[d]),
            .process_count = process_counts[d],
            .process = process[d],
        };
        pattern = dealt.applied_to(pattern, pitch);
        pitch *= sizes[d];
    }
    return pattern;
}

}  // namespace weft::mpi
