// SPDX-License-Identifier: BSD-3-Clause
// Collective blocking puts that are held back, to be carried out together as if they had been
// posted (paper 3, without a change of the program). Asked for by the hint weft_write_behind.
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
    /// Room for this many bytes of values, borrowed from `memory`; 0 holds nothing back.
    WriteBehind(std::int64_t bytes, std::shared_ptr<engine::CommunicatorState> memory)
        : limit_(bytes), memory_(std::move(memory)) {}
    WriteBehind(WriteBehind&&) = default;
    WriteBehind& operator=(WriteBehind&&) = default;
    ~WriteBehind();

    [[nodiscard]] bool is_on() const { return limit_ > 0; }
    [[nodiscard]] std::int64_t held_bytes() const { return used_; }

    /// What a rank puts with one call: bytes [begin, end) of the file hold all of it. Those of two
    /// record variables may interleave and yet have nothing in common.
    struct Extent {
        std::int64_t variable = 0;
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };

    /// What ranks tell one another before they hold a put back.
    struct Facts {
        std::int64_t has_room = 0;
        std::int64_t record_count = 0;
        Extent extent{};
    };

    /// False also where there is no memory.
    [[nodiscard]] bool make_room(std::int64_t bytes);
    /// Whether a put touches what a rank holds of an earlier call: the later one must count.
    [[nodiscard]] bool touches_held(const Extent& extent) const;

    /// Where the values of a put belong, in file form, between make_room() and hold().
    std::byte* room() { return values_.data() + used_; }
    /// A put of this rank, whose values are in room().
    void hold(engine::Request put);
    /// What another rank or this one holds since this call.
    void note_extents(std::vector<Extent> extents);

    /// All pieces in file order.
    [[nodiscard]] const Transfer& transfer();
    void clear();

private:
    std::int64_t limit_;
    std::int64_t used_ = 0;
    std::shared_ptr<engine::CommunicatorState> memory_;
    engine::Staging values_;  // kept for the life of the file
    Transfer held_puts_{engine::Direction::put};
    /// Disjoint extents of what all ranks hold: variable and begin, to end.
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> held_;
};

}  // namespace weft::dataset
