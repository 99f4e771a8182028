// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_index.hpp"

#include <algorithm>
#include <span>

namespace weft::hdf5 {

std::int64_t ChunkIndex::stored_bytes() const {
    std::int64_t bytes = 0;
    for (const auto& [number, chunk] : chunks_) bytes += chunk.stored.bytes;
    return bytes;
}

ChunkIndex::Listed ChunkIndex::listed(const chunks::Grid& grid) const {
    std::vector<std::int64_t> numbers;
    numbers.reserve(chunks_.size());
    for (const auto& [number, chunk] : chunks_) numbers.push_back(number);
    std::ranges::sort(numbers);
    Listed listed;
    listed.places.resize(numbers.size() * grid.rank());
    listed.chunks.reserve(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        grid.place_of(numbers[i], std::span(listed.places).subspan(i * grid.rank(), grid.rank()));
        listed.chunks.push_back(chunks_.at(numbers[i]).stored);
    }
    return listed;
}

}  // namespace weft::hdf5
