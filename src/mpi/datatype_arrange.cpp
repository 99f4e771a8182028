// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_arrange.hpp"

#include <map>
#include <memory>

namespace weft::mpi {
namespace {

using region::Pattern;

std::vector<std::int64_t> scaled(std::span<const std::int64_t> distances, std::int64_t unit) {
    std::vector<std::int64_t> bytes;
    bytes.reserve(distances.size());
    for (const std::int64_t distance : distances) bytes.push_back(distance * unit);
    return bytes;
}

Pattern indexed(const Contents& contents, const Child& child) {
    const std::span integers(contents.integers);
    const auto count = static_cast<std::size_t>(integers[0]);
    const auto lengths = integers.subspan(1, count);
    if (contents.combiner == MPI_COMBINER_HINDEXED) {
        return blocks(child, lengths, {contents.addresses.begin(), contents.addresses.end()});
    }
    return blocks(child, lengths, scaled(integers.subspan(1 + count, count), child.extent));
}

Pattern indexed_block(const Contents& contents, const Child& child) {
    const std::span integers(contents.integers);
    const auto count = static_cast<std::size_t>(integers[0]);
    const std::vector<std::int64_t> lengths(count, integers[1]);
    if (contents.combiner == MPI_COMBINER_HINDEXED_BLOCK) {
        return blocks(child, lengths, {contents.addresses.begin(), contents.addresses.end()});
    }
    return blocks(child, lengths, scaled(integers.subspan(2, count), child.extent));
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
        default:  // a duplicate, or one with other bounds: the elements lie where they lay
            return child.pattern;
    }
}

Pattern blocks(const Child& child, std::span<const std::int64_t> lengths,
               const std::vector<std::int64_t>& displacements) {
    // Blocks of one length share a pattern, so that a long list costs two words per block.
    std::map<std::int64_t, std::shared_ptr<const Pattern>> block_of_length;
    std::vector<Pattern::Part> parts;
    parts.reserve(lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        auto& block = block_of_length[lengths[i]];
        if (!block) block = std::make_shared<const Pattern>(child.block(lengths[i]));
        parts.push_back({displacements[i], block});
    }
    return Pattern::sequence(std::move(parts));
}

}  // namespace weft::mpi
