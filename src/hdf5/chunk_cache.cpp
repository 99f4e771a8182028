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
    while (bytes_ + std::ssize(chunk) > most_bytes_) drop(std::prev(entries_.end()));
    entries_.push_front({.key = key, .chunk = PooledCopy(chunk)});
    places_.emplace(key, entries_.begin());
    bytes_ += std::ssize(chunk);
}

void ChunkCache::forget_if(const std::function<bool(const Key&)>& is_old) {
    for (auto entry = entries_.begin(); entry != entries_.end();) {
        const auto next = std::next(entry);
        if (is_old(entry->key)) drop(entry);
        entry = next;
    }
}

void ChunkCache::drop(std::list<Entry>::iterator entry) {
    bytes_ -= std::ssize(entry->chunk);
    places_.erase(entry->key);
    entries_.erase(entry);
}

}  // namespace weft::hdf5
