// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_arrange.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "region/pattern_builder.hpp"

namespace weft::mpi {
namespace {

using region::Pattern;
using region::PatternBuilder;

/// The blocks of constructors with lists: `count` blocks; two functions give the length and the
/// place of each.
template <class Length, class Place>
Pattern blocks(const Child& child, std::size_t count, Length length_of, Place place_of) {
    PatternBuilder builder(count);
    if (const auto pitch = child.pitch_of_rows()) {
        const std::int64_t elements = child.pattern.element_count();
        const std::int64_t begin = child.pattern.displacement();
        for (std::size_t i = 0; i < count; ++i)
            builder.add_row(place_of(i) + begin, length_of(i) * elements, *pitch);
        return builder.finish();
    }
    // Blocks of one length share a pattern, so that a long list costs two words per block.
    std::map<std::int64_t, std::shared_ptr<const Pattern>> block_of_length;
    for (std::size_t i = 0; i < count; ++i) {
        auto& block = block_of_length[length_of(i)];
        if (!block) block = std::make_shared<const Pattern>(child.block(length_of(i)));
        builder.add(place_of(i), block);
    }
    return builder.finish();
}

Pattern indexed(const Contents& contents, const Child& child) {
    const std::int64_t* const lengths = contents.integers.data() + 1;
    const auto count = static_cast<std::size_t>(contents.integers[0]);
    const auto length_of = [lengths](std::size_t i) { return lengths[i]; };
    if (contents.combiner == MPI_COMBINER_HINDEXED)
        return blocks(child, count, length_of,
                      [places = contents.addresses.data()](std::size_t i) { return places[i]; });
    return blocks(child, count, length_of,
                  [places = lengths + count, extent = child.extent](std::size_t i) {
                      return places[i] * extent;
                  });
}

Pattern indexed_block(const Contents& contents, const Child& child) {
    const auto count = static_cast<std::size_t>(contents.integers[0]);
    const auto length_of = [length = contents.integers[1]](std::size_t) { return length; };
    if (contents.combiner == MPI_COMBINER_HINDEXED_BLOCK)
        return blocks(child, count, length_of,
                      [places = contents.addresses.data()](std::size_t i) { return places[i]; });
    return blocks(child, count, length_of,
                  [places = contents.integers.data() + 2, extent = child.extent](std::size_t i) {
                      return places[i] * extent;
                  });
}

}  // namespace

Pattern arranged(const Contents& contents, const Child& child) {
    const std::vector<std::int64_t>& integers = contents.integers;
    switch (contents.combiner) {
        case MPI_COMBINER_CONTIGUOUS:
            return child.block(integers[0]);
        case MPI_COMBINER_VECTOR:
            return child.block(integers[1]).repeated(integers[0], integers[2] * child.extent);
        case MPI_COMBINER_HVECTOR:
            return child.block(integers[1]).repeated(integers[0], contents.addresses[0]);
        case MPI_COMBINER_INDEXED:
        case MPI_COMBINER_HINDEXED:
            return indexed(contents, child);
        case MPI_COMBINER_INDEXED_BLOCK:
        case MPI_COMBINER_HINDEXED_BLOCK:
            return indexed_block(contents, child);
        case MPI_COMBINER_SUBARRAY:
            return subarray(child, integers);
        case MPI_COMBINER_DARRAY:
            return distributed_array(child, integers);
        default:  // a duplicate, or other bounds: the elements stay in place
            return child.pattern;
    }
}

std::optional<std::int64_t> Child::pitch_of_rows() const {
    if (pattern.rows() != nullptr || !pattern.parts().empty() || pattern.element_count() == 0)
        return std::nullopt;
    const region::Loops& loops = pattern.loops();
    if (loops.empty()) return extent;
    if (loops.size() > 1 || loops[0].count * loops[0].pitch != extent) return std::nullopt;
    return loops[0].pitch;
}

namespace {

// Subarrays and distributed arrays. Both are built from the fastest dimension to the slowest;
// `pitch` is the distance in bytes between neighbours along the current dimension.

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
