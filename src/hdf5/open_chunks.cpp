// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/open_chunks.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace weft::hdf5 {

void OpenChunks::take(std::int64_t number, std::span<const std::byte> chunk) {
    if (!contains(number)) {
        PooledBlock memory = spare_.take(chunk.size());
        chunks_[number] = {std::move(memory), chunk.size()};
        bytes_ += std::ssize(chunk);
    }
    Chunk& its = chunks_.at(number);
    copy_bytes(chunk, its.span());
    its.put = ++puts_;
}

bool OpenChunks::copy(std::int64_t number, std::span<std::byte> chunk) const {
    const auto found = chunks_.find(number);
    if (found == chunks_.end()) return false;
    copy_bytes(found->second.span(), chunk);
    return true;
}

void OpenChunks::drop(std::int64_t number) {
    const auto found = chunks_.find(number);
    if (found == chunks_.end()) return;
    Chunk& its = found->second;
    bytes_ -= static_cast<std::int64_t>(its.bytes);
    spare_.give_back(std::move(its.memory), its.bytes);
    chunks_.erase(found);
}

std::vector<std::int64_t> OpenChunks::numbers() const {
    std::vector<std::int64_t> all;
    for (const auto& [number, chunk] : chunks_) all.push_back(number);
    return all;
}

std::vector<std::int64_t> OpenChunks::beyond(std::int64_t bytes) const {
    std::map<std::int64_t, std::int64_t> by_put;
    for (const auto& [number, chunk] : chunks_) by_put.emplace(chunk.put, number);
    std::vector<std::int64_t> numbers;
    std::int64_t left = bytes_;
    for (const auto& [put, number] : by_put) {
        if (left <= bytes) break;
        left -= static_cast<std::int64_t>(chunks_.at(number).bytes);
        numbers.push_back(number);
    }
    return numbers;
}

}  // namespace weft::hdf5
