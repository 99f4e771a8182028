// SPDX-License-Identifier: BSD-3-Clause
// Chunks that puts of this rank have set as a whole, and that a thread compresses while the program
// goes on. They wait here, values and compressed bytes, until the ranks have met and they are in
// the file, put by put, as it would be if none had waited. Of all variables of a file.
//
// The owner's thread calls all functions. It shares a chunk with the other thread by the chunk's
// state alone: whoever changes it from `waits` first has the chunk. The values of one that is
// being compressed stay as they are until that has ended.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"
#include "hdf5/chunk_index.hpp"
#include "hdf5/spare_chunks.hpp"
#include "storage/background_work.hpp"

namespace weft::hdf5 {

class ChunksBehind {
public:
    using Name = ChunkIndex::Name;
    /// Compresses a chunk into the room, and returns its length. Another thread calls it.
    using Encode = std::function<Result<std::int64_t>(std::span<const std::byte> chunk,
                                                      std::span<std::byte> room)>;

    /// `spare` outlives this. `thread`: null if nothing is to wait. `most_bytes`: of values that
    /// wait.
    ChunksBehind(SpareChunks& spare, std::shared_ptr<storage::BackgroundWork> thread,
                 std::int64_t most_bytes)
        : spare_(spare), thread_(std::move(thread)), most_bytes_(most_bytes) {}
    ~ChunksBehind();
    ChunksBehind(const ChunksBehind&) = delete;
    ChunksBehind& operator=(const ChunksBehind&) = delete;

    /// Whether any chunk may ever wait.
    [[nodiscard]] bool is_on() const { return thread_ != nullptr; }

    /// Whether values of so many bytes may wait besides those that do.
    [[nodiscard]] bool has_room_for(std::int64_t bytes) const {
        return is_on() && bytes_ + bytes <= most_bytes_;
    }
    /// Takes a copy of a chunk of the present put, which is not here yet. `limit`: the most bytes
    /// that `encode` makes of it. False if there is no room for it, or no thread.
    [[nodiscard]] bool take(const Name& name, std::span<const std::byte> chunk, std::int64_t limit,
                            Encode encode);
    [[nodiscard]] bool contains(const Name& name) const { return chunks_.contains(name); }
    /// The number of the present put.
    [[nodiscard]] std::uint32_t put() const { return put_; }
    /// It has ended on this rank.
    void end_put() { ++put_; }
    /// Copies the values of a chunk that is here; false if it is not.
    bool copy(const Name& name, std::span<std::byte> chunk) const;
    void drop(const Name& name);

    struct Behind {
        Name name;
        std::uint32_t put = 0;
        std::span<const std::byte> values;
        std::span<const std::byte> coded;  // empty if it is not compressed
    };
    /// The thread has done with the chunks of all puts before this one.
    [[nodiscard]] std::uint32_t done_before() const;
    /// The chunks of puts before this one, of which the thread compresses no more. The spans are
    /// valid until they are dropped.
    [[nodiscard]] std::vector<Behind> stopped(std::uint32_t before);
    /// Drops those of puts before this one that are `old`.
    void drop_old(std::uint32_t before, const std::function<bool(const Name&)>& old);

private:
    enum class State { waits, is_compressed_now, compressed, stopped };

    struct Chunk {
        PooledBlock values;
        std::size_t bytes = 0;
        std::uint32_t put = 0;
        PooledBlock coded = {};
        std::size_t coded_bytes = 0;
        std::atomic<State> state = State::waits;

        Chunk(PooledBlock memory, std::size_t length, std::uint32_t its_put)
            : values(std::move(memory)), bytes(length), put(its_put) {}
        [[nodiscard]] bool is_done() const {
            return state == State::compressed || state == State::stopped;
        }
        [[nodiscard]] std::span<std::byte> span() const { return {values.get(), bytes}; }
        void compress(std::int64_t limit, const Encode& encode) noexcept;
        void stop();
    };
    using Chunks = std::map<Name, std::shared_ptr<Chunk>>;

    [[nodiscard]] bool add(const std::function<void()>& work);
    Chunks::iterator drop(Chunks::iterator one);
    SpareChunks& spare_;
    std::shared_ptr<storage::BackgroundWork> thread_;
    std::int64_t most_bytes_;
    std::int64_t bytes_ = 0;
    std::uint32_t put_ = 0;
    Chunks chunks_;
};

}  // namespace weft::hdf5
