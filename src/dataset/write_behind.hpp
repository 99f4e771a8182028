// SPDX-License-Identifier: BSD-3-Clause
// Collective blocking puts that are delayed, to be carried out together as if they had been posted
// (paper 3, without a change of the program). The hint weft_write_behind turns this on, and a
// format may do so that takes many values at a time better than few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "container/transfer.hpp"
#include "engine/communicator_state.hpp"
#include "engine/request/request.hpp"

namespace weft::dataset {

using container::Transfer;

class WriteBehind {
public:
    /// In bytes of values. With 0 no put is delayed.
    struct Limits {
        std::int64_t all = 0;  // that are held back
        std::int64_t put = 0;  // of one put
    };
    /// Borrows the memory for them from `memory`.
    WriteBehind(const Limits& most, std::shared_ptr<engine::CommunicatorState> memory)
        : most_(most), memory_(std::move(memory)) {}
    WriteBehind(WriteBehind&&) = default;
    WriteBehind& operator=(WriteBehind&&) = default;
    ~WriteBehind();

    [[nodiscard]] bool is_on() const { return most_.all > 0; }
    [[nodiscard]] std::int64_t held_bytes() const { return used_; }

    /// The range of a rank's put in one call: all of it is in bytes [begin, end) of the file. The
    /// extents of two record variables may interleave without a common byte.
    struct Extent {
        std::int64_t variable = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    /// The facts that ranks exchange before they delay a put.
    struct Facts {
        std::int64_t has_room = 0;
        std::int64_t record_count = 0;
        Extent extent{};
    };

    /// False also if there is no memory.
    [[nodiscard]] bool make_room(std::int64_t bytes);
    /// Whether a put overlaps a delayed one of an earlier call: the later one must win.
    [[nodiscard]] bool touches_held(const Extent& extent) const;

    /// The memory for the values of a put, in file form, between make_room() and hold().
    std::byte* room() { return values_.data() + used_; }
    /// A put of this rank, whose values are in room().
    void hold(Transfer put);
    /// Notes what this rank and the others hold back since this call.
    void note_extents(std::vector<Extent> extents);

    /// The delayed puts, with their pieces in file order.
    [[nodiscard]] const Transfer& transfer();
    void clear();

private:
    Limits most_;
    std::int64_t used_ = 0;
    std::shared_ptr<engine::CommunicatorState> memory_;
    engine::Staging values_;  // kept for the life of the file
    Transfer held_puts_{engine::Direction::put};
    /// The disjoint extents of all ranks' delayed puts: from variable and begin to end.
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> held_;
};

}  // namespace weft::dataset
