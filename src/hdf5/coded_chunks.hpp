// SPDX-License-Identifier: BSD-3-Clause
// Chunks as they will be in the file, until they have places there. They lie one behind the other
// in memory, so that neighbours are written in one go and no byte of them is copied again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"
#include "hdf5/chunk_entries.hpp"

namespace weft::hdf5 {

/// Memory that coded chunks lie in.
struct CodedBlock {
    PooledBlock memory = {};
    std::size_t bytes = 0;
    std::size_t used = 0;
};

/// Free blocks of a file on one rank: touching new memory costs more than copying a chunk into it.
class SpareBlocks {
public:
    /// The block has at least so many bytes. Throws std::bad_alloc.
    [[nodiscard]] CodedBlock take(std::size_t bytes);
    void give_back(CodedBlock block) noexcept;

private:
    // About what a rank compresses in a turn (ChunkWriter::turn_bytes). What is not used of it
    // costs nothing.
    static constexpr std::size_t usual_bytes = 32 << 20;
    static constexpr std::size_t most_blocks = 2;  // of this length are kept

    std::array<CodedBlock, most_blocks> blocks_;
};

struct CodedChunk {
    int variable = 0;
    std::int64_t number = 0;
    std::uint32_t put = 0;
    std::span<const std::byte> bytes = {};
    std::int64_t address = ChunkEntry::is_new;
    std::int64_t room = 0;
    // The place that the chunk had before; room 0: none.
    std::int64_t old_address = 0;
    std::int64_t old_room = 0;
};

class CodedChunks {
public:
    /// `spare` outlives this.
    explicit CodedChunks(SpareBlocks& spare) : spare_(&spare) {}
    CodedChunks(CodedChunks&& other) noexcept = default;
    CodedChunks& operator=(CodedChunks&& other) noexcept = default;
    ~CodedChunks();

    /// Encodes the i-th chunk into the room, as it will be in the file, and returns its length.
    /// Several threads may call it at the same time.
    using Encode = std::function<Result<std::int64_t>(std::size_t i, std::span<std::byte> room)>;

    struct Name {
        int variable = 0;
        std::int64_t number = 0;
        std::uint32_t put = 0;
    };
    /// Adds chunks, each of at most `limit` bytes; so many threads encode them. After a failure
    /// none is added. Throws std::bad_alloc.
    Status add(std::span<const Name> chunks, std::int64_t limit, std::size_t threads,
               const Encode& encode);

    [[nodiscard]] bool empty() const { return chunks_.empty(); }
    /// The chunks in the order in which they were added, which is that of their bytes in memory.
    [[nodiscard]] std::vector<CodedChunk>& chunks() { return chunks_; }

private:
    [[nodiscard]] std::span<std::byte> room_for(std::size_t bytes);
    void close_up(std::span<std::byte> room, std::size_t limit, std::span<const Name> chunks,
                  std::span<const std::int64_t> lengths);

    SpareBlocks* spare_;
    std::vector<CodedChunk> chunks_;
    std::vector<CodedBlock> blocks_;
};

}  // namespace weft::hdf5
