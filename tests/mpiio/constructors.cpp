// SPDX-License-Identifier: BSD-3-Clause
// Each constructor twice: as the call of MPI, and as a list of blocks that are written into a type
// map.
#include <algorithm>

#include "datatype.hpp"

namespace mpiio {
namespace {

void place(std::vector<Element>& map, const Block& block, const Datatype& part) {
    for (std::int64_t i = 0; i < block.length; ++i) {
        for (const Element& element : part.map()) {
            map.push_back({block.displacement + i * part.extent() + element.offset, element.bytes});
        }
    }
}

std::vector<Element> placed(const std::vector<Block>& blocks, const Datatype& part) {
    std::vector<Element> map;
    for (const Block& block : blocks) place(map, block, part);
    return map;
}

/// `count` blocks, `stride` bytes apart.
std::vector<Block> evenly(int count, int length, std::int64_t stride) {
    std::vector<Block> blocks;
    for (int i = 0; i < count; ++i) blocks.push_back({i * stride, length});
    return blocks;
}

std::vector<int> lengths_of(const std::vector<Block>& blocks) {
    std::vector<int> lengths;
    for (const Block& block : blocks) lengths.push_back(block.length);
    return lengths;
}

std::vector<MPI_Aint> places_of(const std::vector<Block>& blocks) {
    std::vector<MPI_Aint> places;
    for (const Block& block : blocks) places.push_back(block.displacement);
    return places;
}

std::vector<int> indices_of(const std::vector<Block>& blocks, const Datatype& part) {
    std::vector<int> indices;
    for (const Block& block : blocks) {
        indices.push_back(static_cast<int>(block.displacement / part.extent()));
    }
    return indices;
}

std::string text_of(const char* name, const std::vector<Block>& blocks) {
    std::string text = std::string(name) + "(";
    for (const Block& block : blocks) {
        text += std::to_string(block.length) + "@" + std::to_string(block.displacement) + " ";
    }
    return text;
}

int count_of(const std::vector<Block>& blocks) {
    return static_cast<int>(blocks.size());
}

/// The numbers of the elements of an array, in the order in which they lie, of which `indices`
/// lists those chosen in each dimension.
std::vector<std::int64_t> chosen_of_array(const std::vector<int>& sizes,
                                          const std::vector<std::vector<int>>& indices, int order) {
    std::vector<std::int64_t> numbers{0};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::size_t slowest = order == MPI_ORDER_C ? i : sizes.size() - 1 - i;
        std::vector<std::int64_t> finer;
        for (const std::int64_t number : numbers) {
            for (const int index : indices[slowest])
                finer.push_back(number * sizes[slowest] + index);
        }
        numbers = std::move(finer);
    }
    return numbers;
}

std::vector<Block> elements_at(const std::vector<std::int64_t>& numbers, const Datatype& part) {
    std::vector<Block> blocks;
    for (const std::int64_t number : numbers) blocks.push_back({number * part.extent(), 1});
    return blocks;
}

/// The indices of one dimension that the process at `coordinate` gets.
std::vector<int> dealt(const Deal& deal, int coordinate) {
    std::vector<int> indices;
    const bool is_default = deal.argument == MPI_DISTRIBUTE_DFLT_DARG;
    for (int i = 0; i < deal.array_size; ++i) {
        int owner = 0;
        if (deal.distribution == MPI_DISTRIBUTE_BLOCK) {
            owner = i / (is_default ? (deal.array_size + deal.processes - 1) / deal.processes
                                    : deal.argument);
        } else if (deal.distribution == MPI_DISTRIBUTE_CYCLIC) {
            owner = i / (is_default ? 1 : deal.argument) % deal.processes;
        }
        if (owner == coordinate) indices.push_back(i);
    }
    return indices;
}

}  // namespace

Datatype contiguous(int count, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(count, part.handle(), &made);
    return {made, placed({{0, count}}, part),
            "contiguous(" + std::to_string(count) + " of " + part.text() + ")"};
}

Datatype vector(int count, int length, int stride, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_vector(count, length, stride, part.handle(), &made);
    return {made, placed(evenly(count, length, stride * part.extent()), part),
            "vector(" + std::to_string(count) + " " + std::to_string(length) + " " +
                std::to_string(stride) + " of " + part.text() + ")"};
}

Datatype hvector(int count, int length, std::int64_t stride, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(count, length, stride, part.handle(), &made);
    return {made, placed(evenly(count, length, stride), part),
            "hvector(" + std::to_string(count) + " " + std::to_string(length) + " " +
                std::to_string(stride) + " of " + part.text() + ")"};
}

Datatype indexed(const std::vector<Block>& blocks, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_indexed(count_of(blocks), lengths_of(blocks).data(), indices_of(blocks, part).data(),
                     part.handle(), &made);
    return {made, placed(blocks, part), text_of("indexed", blocks) + "of " + part.text() + ")"};
}

Datatype hindexed(const std::vector<Block>& blocks, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(count_of(blocks), lengths_of(blocks).data(), places_of(blocks).data(),
                             part.handle(), &made);
    return {made, placed(blocks, part), text_of("hindexed", blocks) + "of " + part.text() + ")"};
}

Datatype indexed_block(const std::vector<Block>& blocks, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_indexed_block(count_of(blocks), blocks.front().length,
                                  indices_of(blocks, part).data(), part.handle(), &made);
    return {made, placed(blocks, part),
            text_of("indexed_block", blocks) + "of " + part.text() + ")"};
}

Datatype hindexed_block(const std::vector<Block>& blocks, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed_block(count_of(blocks), blocks.front().length,
                                   places_of(blocks).data(), part.handle(), &made);
    return {made, placed(blocks, part),
            text_of("hindexed_block", blocks) + "of " + part.text() + ")"};
}

Datatype structure(const std::vector<Block>& blocks, const std::vector<Datatype>& parts) {
    std::vector<MPI_Datatype> handles;
    std::vector<Element> map;
    std::string text = text_of("struct", blocks) + "of";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        handles.push_back(parts[i].handle());
        place(map, blocks[i], parts[i]);
        text += " " + parts[i].text();
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(count_of(blocks), lengths_of(blocks).data(), places_of(blocks).data(),
                           handles.data(), &made);
    return {made, std::move(map), text + ")"};
}

Datatype resized(std::int64_t lower_bound, std::int64_t extent, const Datatype& part) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(part.handle(), lower_bound, extent, &made);
    return {made, part.map(),
            "resized(" + std::to_string(lower_bound) + " " + std::to_string(extent) + " of " +
                part.text() + ")"};
}

Datatype subarray(const std::vector<Range>& ranges, int order, const Datatype& part) {
    std::vector<int> sizes;
    std::vector<int> subsizes;
    std::vector<int> starts;
    std::vector<std::vector<int>> indices;
    std::string text = order == MPI_ORDER_C ? "subarray(C" : "subarray(Fortran";
    for (const Range& range : ranges) {
        sizes.push_back(range.array_size);
        subsizes.push_back(range.size);
        starts.push_back(range.start);
        indices.emplace_back();
        for (int i = 0; i < range.size; ++i) indices.back().push_back(range.start + i);
        text += " " + std::to_string(range.size) + "@" + std::to_string(range.start) + "/" +
                std::to_string(range.array_size);
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(static_cast<int>(ranges.size()), sizes.data(), subsizes.data(),
                             starts.data(), order, part.handle(), &made);
    return {made, placed(elements_at(chosen_of_array(sizes, indices, order), part), part),
            text + " of " + part.text() + ")"};
}

Datatype darray(int ranks, int rank, const std::vector<Deal>& deals, int order,
                const Datatype& part) {
    std::vector<int> sizes;
    std::vector<int> distributions;
    std::vector<int> arguments;
    std::vector<int> processes;
    std::vector<std::vector<int>> indices;
    std::string text = order == MPI_ORDER_C ? "darray(C" : "darray(Fortran";
    // The grid of processes is in row-major order, whatever the order of the array.
    int below = ranks;
    int number = rank;
    for (const Deal& deal : deals) {
        below /= deal.processes;
        indices.push_back(dealt(deal, number / below));
        number %= below;
        sizes.push_back(deal.array_size);
        distributions.push_back(deal.distribution);
        arguments.push_back(deal.argument);
        processes.push_back(deal.processes);
        const bool is_cyclic = deal.distribution == MPI_DISTRIBUTE_CYCLIC;
        text += " " + std::to_string(deal.array_size) + "/" + std::to_string(deal.processes) +
                (is_cyclic ? " cyclic " : " block ") + std::to_string(deal.argument);
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_darray(ranks, rank, static_cast<int>(deals.size()), sizes.data(),
                           distributions.data(), arguments.data(), processes.data(), order,
                           part.handle(), &made);
    return {made, placed(elements_at(chosen_of_array(sizes, indices, order), part), part),
            text + " of " + part.text() + ")"};
}

}  // namespace mpiio
