// SPDX-License-Identifier: BSD-3-Clause
// Accesses that were posted and wait to be carried out. Puts have even ids, gets odd ones; both
// start again at 0 and 1 when nothing is pending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "base/memory_pool.hpp"
#include "container/prepared.hpp"

namespace weft::dataset {

using container::Prepared;
using engine::Direction;

/// A posted access.
struct Pending {
    Prepared prepared;
    std::int64_t buffered_bytes = 0;      // of a bput: counted against the attached buffer
    std::unique_ptr<std::byte[]> values;  // of one that is too large for the queue to keep them
};

class RequestQueue {
public:
    /// Returns the new request's id.
    int add(Pending&& pending);
    /// Calls `use(request)` for the request with this id and removes it, whatever `use` throws;
    /// false if there is none. The queue keeps its values until clear_taken().
    template <class Use>
    bool take(int id, Use&& use) {
        const Place place = find(id);
        if (place.request == nullptr) return false;
        const Removal removal{*this, place};
        use(*place.request);
        return true;
    }
    void clear_taken() { taken_blocks_.clear(); }
    /// Memory for `bytes` (> 0) of values of the put that will be added next.
    std::byte* room(Pending& put, std::int64_t bytes);

    /// Ids in the order of posting.
    [[nodiscard]] std::vector<int> ids(bool puts, bool gets) const;
    [[nodiscard]] std::int64_t count(Direction direction) const {
        return direction == Direction::put ? puts_.pending : gets_.pending;
    }
    [[nodiscard]] std::int64_t count() const { return puts_.pending + gets_.pending; }

    /// The attached buffer of bput: a promise about memory, kept per request.
    std::optional<std::int64_t> attached_bytes;
    [[nodiscard]] std::int64_t used_bytes() const { return used_bytes_; }

private:
    /// Requests posted one after the other, in one piece of memory that goes when the last of them
    /// is taken, and small values of theirs, of which thousands share few blocks.
    struct Shelf {
        PooledVector<Pending> requests;  // a taken one has no variable
        std::list<PooledBlock> blocks;
        std::byte* free = nullptr;  // in the last one
        std::int64_t free_bytes = 0;
        std::int64_t pending = 0;
    };
    /// Ids of one parity: place i on shelf s holds id 2 * ((first + s) * shelf_size + i) + parity.
    /// All shelves but the last are full.
    struct Lane {
        std::deque<Shelf> shelves;
        std::int64_t first = 0;
        std::int64_t pending = 0;
    };
    static constexpr std::int64_t shelf_size = 256;

    struct Place {
        Lane* lane = nullptr;
        Shelf* shelf = nullptr;
        Pending* request = nullptr;  // null: nowhere
    };
    struct Removal {
        RequestQueue& queue;
        const Place& place;
        ~Removal() { queue.remove(place); }
    };

    [[nodiscard]] Place find(int id);
    void remove(const Place& place) noexcept;
    static Shelf& open_shelf(Lane& lane);
    static void trim(Lane& lane);

    Lane puts_;
    Lane gets_;
    std::int64_t used_bytes_ = 0;
    std::list<PooledBlock> taken_blocks_;
};

}  // namespace weft::dataset
