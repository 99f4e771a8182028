// SPDX-License-Identifier: BSD-3-Clause
#include "random_types.hpp"

#include <algorithm>
#include <numeric>

namespace mpiio {
namespace {

int small(Random& random, int low, int high) {
    return static_cast<int>(random.between(low, high));
}

/// Blocks that rise, in multiples of the extent, with gaps or without.
std::vector<Block> rising_blocks(Random& random, const Datatype& part, bool of_one_length) {
    std::vector<Block> blocks;
    const int length = small(random, 1, 3);
    std::int64_t place = random.chance(50) ? 0 : random.between(0, 3);
    for (int left = small(random, 1, 4); left > 0; --left) {
        blocks.push_back({place * part.extent(), of_one_length ? length : small(random, 1, 3)});
        place += blocks.back().length + random.between(0, 3);
    }
    return blocks;
}

Datatype rising_structure(Random& random, const Datatype& part) {
    const Datatype pair = contiguous(2, part);
    const Datatype gapped = vector(2, 1, 2, part);
    std::vector<Block> blocks;
    std::vector<Datatype> parts;
    std::int64_t place = random.between(0, 2) * part.extent();
    for (int left = small(random, 1, 3); left > 0; --left) {
        parts.push_back(random.pick(std::vector<Datatype>{part, pair, gapped}));
        blocks.push_back({place, small(random, 1, 2)});
        place +=
            blocks.back().length * parts.back().extent() + random.between(0, 2) * part.extent();
    }
    return structure(blocks, parts);
}

Datatype random_subarray(Random& random, const Datatype& part) {
    std::vector<Range> ranges;
    for (int left = small(random, 1, 3); left > 0; --left) {
        Range range;
        range.array_size = small(random, 1, 5);
        range.size = small(random, 1, range.array_size);
        range.start = small(random, 0, range.array_size - range.size);
        ranges.push_back(range);
    }
    return subarray(ranges, random_order(random), part);
}

Datatype random_darray(Random& random, const Datatype& part) {
    Deal first{.array_size = small(random, 4, 8),
               .distribution = random.chance(50) ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC,
               .processes = 2};
    if (first.distribution == MPI_DISTRIBUTE_CYCLIC && random.chance(50)) first.argument = 2;
    const Deal second{
        .array_size = small(random, 1, 4), .distribution = MPI_DISTRIBUTE_NONE, .processes = 1};
    return darray(2, small(random, 0, 1), {first, second}, random_order(random), part);
}

Datatype one_rising(Random& random, const Datatype& part) {
    const int length = small(random, 1, 3);
    switch (random.between(0, 10)) {
        case 0:
            return contiguous(small(random, 1, 5), part);
        case 1:
            return vector(small(random, 1, 4), length, length + small(random, 0, 4), part);
        case 2:
            return hvector(small(random, 1, 4), length,
                           (length + random.between(0, 4)) * part.extent(), part);
        case 3:
            return indexed(rising_blocks(random, part, false), part);
        case 4:
            return hindexed(rising_blocks(random, part, false), part);
        case 5:
            return indexed_block(rising_blocks(random, part, true), part);
        case 6:
            return hindexed_block(rising_blocks(random, part, true), part);
        case 7:
            return rising_structure(random, part);
        case 8:
            return random_subarray(random, part);
        case 9:
            return random_darray(random, part);
        default:
            return resized(0, (1 + random.between(0, 4)) * part.extent(), part);
    }
}

/// Nothing comes before the origin of such a part, so that a lower bound that is not 0 is seldom in
/// the way.
Datatype one_scattered(Random& random, const Datatype& part) {
    std::vector<Block> blocks = rising_blocks(random, part, random.chance(50));
    random.shuffle(blocks);
    const std::int64_t shift = random.between(-3, 3) * part.extent();
    for (Block& block : blocks) block.displacement += shift;
    const int length = small(random, 1, 2);
    switch (random.between(0, 3)) {
        case 0:
            return of_blocks(random, blocks, part);
        case 1:
            return vector(small(random, 1, 4), length, -length - small(random, 0, 3), part);
        case 2:
            return structure(blocks, std::vector<Datatype>(blocks.size(), part));
        default:
            return one_rising(random, part);
    }
}

/// The extent is such that copies which follow each other fit between each other.
bool overlaps_itself(const Datatype& type) {
    std::vector<std::int64_t> places;
    constexpr int copies = 24;
    for (std::int64_t i = 0; i < copies * type.size(); ++i) places.push_back(type.byte(i));
    std::sort(places.begin(), places.end());
    return std::adjacent_find(places.begin(), places.end()) != places.end();
}

}  // namespace

int random_order(Random& random) {
    return random.chance(50) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
}

Etype random_etype(Random& random) {
    const Datatype byte = Datatype::basic(MPI_BYTE, "MPI_BYTE");
    const Datatype number = Datatype::basic(MPI_INT, "MPI_INT");
    const Datatype real = Datatype::basic(MPI_DOUBLE, "MPI_DOUBLE");
    const Datatype half = Datatype::basic(MPI_SHORT, "MPI_SHORT");
    switch (random.between(0, 7)) {
        case 0:
            return {byte, byte};
        case 1:
            return {number, number};
        case 2:
            return {real, real};
        case 3:
            return {half, half};
        case 4:
            return {contiguous(3, number), contiguous(3, number)};
        case 5:
            return {structure({{0, 1}, {8, 1}}, {number, real}),
                    resized(0, 12, structure({{0, 1}, {4, 1}}, {number, real}))};
        case 6:
            return {structure({{0, 1}, {2, 2}}, {half, byte}),
                    structure({{0, 1}, {2, 2}}, {half, byte})};
        default:
            return {resized(0, 8, vector(2, 1, 2, half)), contiguous(2, half)};
    }
}

Datatype rising(Random& random, const Datatype& part, int depth) {
    Datatype made = one_rising(random, part);
    // A process may get nothing of an array.
    while (made.size() == 0) made = one_rising(random, part);
    return depth > 1 ? rising(random, made, depth - 1) : made;
}

Datatype scattered(Random& random, const Datatype& part, int depth) {
    Datatype made = one_scattered(random, part);
    // What MPI itself packs in another way is no case for its files (Open MPI 4.1: a vector of
    // bytes with a stride of -1).
    while (made.size() == 0 || made.extent() <= 0 || overlaps_itself(made) ||
           !made.disagreement().empty()) {
        made = one_scattered(random, part);
    }
    if (random.chance(20)) {
        made = resized(made.lower_bound() - random.between(0, 2) * part.extent(),
                       made.extent() + random.between(0, 3) * part.extent(), made);
    }
    return depth > 1 ? scattered(random, made, depth - 1) : made;
}

Datatype of_blocks(Random& random, const std::vector<Block>& blocks, const Datatype& part) {
    const bool of_one_length = std::all_of(blocks.begin(), blocks.end(), [&](const Block& block) {
        return block.length == blocks.front().length;
    });
    switch (random.between(0, of_one_length ? 4 : 2)) {
        case 0:
            return indexed(blocks, part);
        case 1:
            return hindexed(blocks, part);
        case 2:
            return structure(blocks, std::vector<Datatype>(blocks.size(), part));
        case 3:
            return indexed_block(blocks, part);
        default:
            return hindexed_block(blocks, part);
    }
}

}  // namespace mpiio
