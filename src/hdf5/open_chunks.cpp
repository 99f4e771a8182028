// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/open_chunks.hpp"

#include <algorithm>
#include <iterator>

namespace weft::hdf5 {

void OpenChunks::take(std::int64_t number, std::span<const std::byte> chunk) {
    Chunk& its = chunks_[number];
    if (its.bytes.size() == chunk.size()) {
        copy_bytes(chunk, its.bytes);
    } else {
        its.bytes = PooledCopy(chunk);
        bytes_ += std::ssize(chunk);
    }
    its.put = ++puts_;
}

bool OpenChunks::copy(std::int64_t number, std::span<std::byte> chunk) const {
    const auto found = chunks_.find(number);
    if (found == chunks_.end()) return false;
    copy_bytes(found->second.bytes, chunk);
    return true;
}

void OpenChunks::drop(std::int64_t number) {
    const auto found = chunks_.find(number);
    if (found == chunks_.end()) return;
    bytes_ -= std::ssize(found->second.bytes);
    chunks_.erase(found);
}

std::vector<std::int64_t> OpenChunks::beyond(std::int64_t bytes) const {
    std::map<std::int64_t, std::int64_t> by_put;
    for (const auto& [number, chunk] : chunks_) by_put.emplace(chunk.put, number);
    std::vector<std::int64_t> numbers;
    std::int64_t left = bytes_;
    for (const auto& [put, number] : by_put) {
        if (left <= bytes) break;
        left -= std::ssize(chunks_.at(number).bytes);
        numbers.push_back(number);
    }
    return numbers;
}

}  // namespace weft::hdf5
