// SPDX-License-Identifier: BSD-3-Clause
// Accesses that were posted and wait to be carried out. Puts have even ids, gets odd ones; both
// start again at 0 and 1 when nothing is pending.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "dataset/prepared.hpp"
#include "dataset/value_store.hpp"

namespace weft::dataset {

/// A posted access.
struct Pending {
    Prepared prepared;
    KeptValues values;                // of a put that was copied when it was posted, in file form
    std::int64_t buffered_bytes = 0;  // of a bput: counted against the attached buffer
};

class RequestQueue {
public:
    /// Returns the new request's id.
    int add(Pending pending);
    /// The request with this id, or null.
    [[nodiscard]] const Pending* find(int id) const;
    /// Removes and returns the request with this id, which exists.
    Pending take(int id);
    /// Memory for values of a request to come, which keeps it alive.
    KeptValues room(std::int64_t bytes) { return values_.room(bytes); }

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
    /// is taken.
    struct Shelf {
        std::vector<Pending> requests;  // a taken one has no variable
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

    Lane& lane_of(int id) { return id % 2 == 0 ? puts_ : gets_; }
    [[nodiscard]] const Lane& lane_of(int id) const { return id % 2 == 0 ? puts_ : gets_; }
    static void trim(Lane& lane);

    Lane puts_;
    Lane gets_;
    std::int64_t used_bytes_ = 0;
    ValueStore values_;
};

}  // namespace weft::dataset
