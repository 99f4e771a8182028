// SPDX-License-Identifier: BSD-3-Clause
// Chunks that puts have changed in part, and that wait uncompressed with the rank that owns them
// until later puts have completed them, or memory is short. A variable's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/memory_pool.hpp"
#include "hdf5/spare_chunks.hpp"

namespace weft::hdf5 {

class OpenChunks {
public:
    /// `spare` outlives this.
    explicit OpenChunks(SpareChunks& spare) : spare_(spare) {}

    /// Takes a chunk as a put has left it; it is then the one that was put last.
    void take(std::int64_t number, std::span<const std::byte> chunk);
    /// Copies a chunk that is here; false if it is not.
    bool copy(std::int64_t number, std::span<std::byte> chunk) const;
    void drop(std::int64_t number);
    [[nodiscard]] bool contains(std::int64_t number) const { return chunks_.contains(number); }

    /// Empty: it is not here.
    [[nodiscard]] std::span<const std::byte> bytes_of(std::int64_t number) const {
        const auto found = chunks_.find(number);
        return found == chunks_.end() ? std::span<const std::byte>() : found->second.span();
    }
    [[nodiscard]] std::vector<std::int64_t> numbers() const;
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    /// The chunks that must go so that no more than `bytes` stay: those that were put longest ago.
    [[nodiscard]] std::vector<std::int64_t> beyond(std::int64_t bytes) const;

private:
    struct Chunk {
        PooledBlock memory = {};
        std::size_t bytes = 0;
        std::int64_t put = 0;

        [[nodiscard]] std::span<std::byte> span() const { return {memory.get(), bytes}; }
    };

    SpareChunks& spare_;
    std::map<std::int64_t, Chunk> chunks_;
    std::int64_t bytes_ = 0;
    std::int64_t puts_ = 0;
};

}  // namespace weft::hdf5
