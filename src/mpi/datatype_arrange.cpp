// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_arrange.hpp"

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

}  // namespace weft::mpi
