// SPDX-License-Identifier: BSD-3-Clause
// Chunks of a variable that this rank has changed on its own, while other ranks may have changed
// them too: as this rank sees them, and which bytes are its changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"

namespace weft::hdf5 {

class ChunksApart {
public:
    /// Called before a call changes some bytes of a chunk: notes its present content.
    void note_base(std::int64_t number, std::span<const std::byte> chunk);
    /// Takes a chunk as the call has left it. Without a base, all of it is changed.
    void take(std::int64_t number, std::span<const std::byte> chunk);
    /// Called after the changes of a call.
    void forget_bases() { bases_.clear(); }

    /// Copies a chunk that is here; false if it is not.
    bool copy(std::int64_t number, std::span<std::byte> chunk) const;
    /// What note_base() has noted in the present call; empty: nothing.
    [[nodiscard]] std::span<const std::byte> base_of(std::int64_t number) const;
    [[nodiscard]] bool contains(std::int64_t number) const { return chunks_.contains(number); }
    [[nodiscard]] bool empty() const { return chunks_.empty(); }
    [[nodiscard]] std::vector<std::int64_t> numbers() const;
    [[nodiscard]] std::span<std::byte> bytes(std::int64_t number) {
        return chunks_.at(number).bytes;
    }

    /// Appends the changes of a chunk, in a form that another rank can apply() to its own.
    void append_changes(std::int64_t number, std::vector<std::byte>& message) const;
    /// Applies the changes to the chunks that are here, and ignores changes of others.
    Status apply(std::span<const std::byte> message);
    void drop(std::int64_t number) { chunks_.erase(number); }
    void clear() { chunks_.clear(); }

private:
    struct Chunk {
        PooledCopy bytes;
        std::vector<bool> is_changed;
    };
    /// The head of a chunk's changes in a message (chunk_changes.hpp).
    struct Part {
        std::int64_t number = 0;
        std::int64_t bytes = 0;
    };

    std::map<std::int64_t, Chunk> chunks_;
    std::map<std::int64_t, PooledCopy> bases_;
};

}  // namespace weft::hdf5
