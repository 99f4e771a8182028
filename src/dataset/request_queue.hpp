// SPDX-License-Identifier: BSD-3-Clause
// Accesses that were posted and wait to be carried out. Puts have even ids, gets odd ones; both
// start again at 0 and 1 when nothing is pending.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "dataset/prepared.hpp"

namespace weft::dataset {

/// A posted access. Of a buffered put, the converted values belong to the request.
struct Pending {
    Prepared prepared;
    std::vector<std::byte> buffered;  // values in file form, counted against the attached buffer
    bool out_of_range = false;        // known when the request is done
};

class RequestQueue {
public:
    /// Returns the new request's id.
    int add(Pending pending);
    /// The request with this id, or null.
    [[nodiscard]] const Pending* find(int id) const;
    /// Removes and returns the request with this id, which exists.
    Pending take(int id);

    /// Ids in the order of posting.
    [[nodiscard]] std::vector<int> ids(bool puts, bool gets) const;
    [[nodiscard]] std::int64_t count() const { return puts_.pending + gets_.pending; }

    /// The attached buffer of bput: a promise about memory, kept per request.
    std::optional<std::int64_t> attached_bytes;
    [[nodiscard]] std::int64_t used_bytes() const { return used_bytes_; }

private:
    /// Ids of one parity: slot i holds id 2 * (first + i) + parity.
    struct Lane {
        std::deque<std::unique_ptr<Pending>> slots;
        std::int64_t first = 0;
        std::int64_t pending = 0;
    };
    Lane& lane_of(int id) { return id % 2 == 0 ? puts_ : gets_; }
    [[nodiscard]] const Lane& lane_of(int id) const { return id % 2 == 0 ? puts_ : gets_; }
    static void trim(Lane& lane);

    Lane puts_;
    Lane gets_;
    std::int64_t used_bytes_ = 0;
};

}  // namespace weft::dataset
