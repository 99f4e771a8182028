// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_cache.hpp"

namespace weft::hdf5 {

bool ChunkCache::copy(const Key& key, std::span<std::byte> chunk) {
    const auto found = places_.find(key);
    if (found == places_.end()) return false;
    entries_.splice(entries_.begin(), entries_, found->second);
    copy_bytes(found->second->chunk, chunk);
    return true;
}

void ChunkCache::keep(const Key& key, std::span<const std::byte> chunk) {
    if (std::ssize(chunk) > longest() || places_.contains(key)) return;
    while (bytes_ + std::ssize(chunk) > most_bytes_) drop_last();
    entries_.push_front({.key = key, .chunk = PooledCopy(chunk)});
    places_.emplace(key, entries_.begin());
    bytes_ += std::ssize(chunk);
}

void ChunkCache::forget(const Key& key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return;
    bytes_ -= std::ssize(found->second->chunk);
    entries_.erase(found->second);
    places_.erase(found);
}

void ChunkCache::drop_last() {
    bytes_ -= std::ssize(entries_.back().chunk);
    places_.erase(entries_.back().key);
    entries_.pop_back();
}

}  // namespace weft::hdf5
