// SPDX-License-Identifier: BSD-3-Clause
// The chunks of a file that this rank has decompressed of late: a program that reads a little at a
// time comes back to them. What was not used for the longest time goes first.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <span>
#include <utility>

#include "base/memory_pool.hpp"

namespace weft::hdf5 {

class ChunkCache {
public:
    explicit ChunkCache(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

    /// A chunk of a variable.
    struct Key {
        int variable = 0;
        std::int64_t number = 0;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    /// Copies a chunk that is there; false if it is not.
    bool copy(const Key& key, std::span<std::byte> chunk);
    /// Keeps a copy of a chunk, unless it is too long.
    void keep(const Key& key, std::span<const std::byte> chunk);
    /// Forgets those that `is_old(key)` says have other values by now.
    void forget_if(const std::function<bool(const Key&)>& is_old);
    [[nodiscard]] bool has(const Key& key) const { return places_.contains(key); }

    /// A load, or a chunk, that is longer would drive out too much of the rest.
    [[nodiscard]] std::int64_t longest() const { return most_bytes_ / 8; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

private:
    struct Entry {
        Key key;
        PooledCopy chunk;
    };
    void drop(std::list<Entry>::iterator entry);

    std::int64_t most_bytes_;
    std::int64_t bytes_ = 0;
    std::list<Entry> entries_;  // the last one used comes first
    std::map<Key, std::list<Entry>::iterator> places_;
};

}  // namespace weft::hdf5
