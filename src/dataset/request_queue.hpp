// SPDX-License-Identifier: BSD-3-Clause
// Accesses that were posted and not yet carried out. Puts have even ids, gets odd ones; both start
// again at 0 and 1 when nothing is pending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <vector>

#include "base/memory_pool.hpp"
#include "container/prepared.hpp"

namespace weft::dataset {

using container::Prepared;
using engine::Direction;

/// A posted access.
struct Pending {
    Prepared prepared;
    std::int64_t buffered_bytes = 0;      // of a bput: charged to the attached buffer
    std::unique_ptr<std::byte[]> values;  // of a put that is too large for the queue's blocks
};

class RequestQueue {
public:
    /// Returns the new request's id.
    int add(Pending&& pending);
    /// Calls `use(request)` for the request with this id and removes it, even if `use` throws;
    /// returns false if there is no such request. Its values in the queue are valid until
    /// clear_taken().
    template <class Use>
    bool take(int id, Use&& use) {
        const FoundRequest found = find(id);
        if (found.request == nullptr) return false;
        const Removal removal{*this, found};
        use(*found.request);
        return true;
    }
    void clear_taken() { taken_blocks_.clear(); }
    /// Forgets all requests. It needs no memory, which an assignment of a new queue would.
    void clear() noexcept;
    /// Reserves memory for `bytes` (> 0) of values of the put that will be added next.
    std::byte* room(Pending& put, std::int64_t bytes);

    /// The ids of pending requests in the order of posting.
    [[nodiscard]] std::vector<int> ids(bool puts, bool gets) const;
    [[nodiscard]] std::int64_t count(Direction direction) const {
        return direction == Direction::put ? puts_.pending : gets_.pending;
    }
    [[nodiscard]] std::int64_t count() const { return puts_.pending + gets_.pending; }

    /// How many bytes of bput's attached buffer are in use.
    [[nodiscard]] std::int64_t used_bytes() const { return used_bytes_; }

private:
    /// Consecutive requests in one piece of memory, which is freed when the last of them is taken,
    /// and their small values, which share a few blocks by the thousand.
    struct Chunk {
        PooledVector<Pending> requests;  // a taken one has no variable
        std::list<PooledBlock> blocks;
        std::byte* free = nullptr;  // in the last block
        std::int64_t free_bytes = 0;
        std::int64_t pending = 0;
    };
    /// The requests with ids of one parity. Request i of chunk c has the id 2 * ((first + c) *
    /// chunk_size + i) + parity. All chunks but the last are full.
    struct IdQueue {
        std::deque<Chunk> chunks;
        std::int64_t first = 0;
        std::int64_t pending = 0;
    };
    static constexpr std::int64_t chunk_size = 256;

    struct FoundRequest {
        IdQueue* queue = nullptr;
        Chunk* chunk = nullptr;
        Pending* request = nullptr;  // null: not found
    };
    struct Removal {
        RequestQueue& queue;
        const FoundRequest& found;
        ~Removal() { queue.remove(found); }
    };

    [[nodiscard]] FoundRequest find(int id);
    void remove(const FoundRequest& found) noexcept;
    static Chunk& open_chunk(IdQueue& queue);
    static void trim(IdQueue& queue);

    IdQueue puts_;
    IdQueue gets_;
    std::int64_t used_bytes_ = 0;
    std::list<PooledBlock> taken_blocks_;
};

}  // namespace weft::dataset
