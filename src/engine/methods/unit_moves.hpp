// SPDX-License-Identifier: BSD-3-Clause
// A get's shares of the units of a target. Each is moved by the thread that has just loaded its
// unit, whose bytes are then still in the caches of a processor.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/request/mover.hpp"
#include "engine/request/pieces_walk.hpp"

namespace weft::engine {

class UnitMoves {
public:
    /// The request outlives this.
    UnitMoves(const Request& request, std::int64_t unit)
        : request_(request), unit_(unit), rest_mover_(request) {}

    /// Sets the shares of the next window, before its units are loaded.
    void expect(const std::vector<PiecesWalk::Share>& shares);
    /// Moves what lies in the unit that begins there. Any thread, once for each unit. Throws
    /// std::bad_alloc.
    void move(std::int64_t begin, const FileBuffer& image);
    /// Called when all units are loaded: moves shares that lie in several units, or cut elements.
    void move_rest(const FileBuffer& image);

    [[nodiscard]] bool all_in_range() const;

private:
    struct UnitShare {
        std::int64_t unit = 0;
        PiecesWalk::Share share;
    };
    [[nodiscard]] bool lies_in_one_unit(const PiecesWalk::Share& share) const;
    [[nodiscard]] std::unique_ptr<Mover> take_mover();
    void give_back(std::unique_ptr<Mover> mover);

    const Request& request_;
    std::int64_t unit_;
    std::vector<UnitShare> in_units_;  // in order of the units
    std::vector<PiecesWalk::Share> rest_;
    Mover rest_mover_;
    mutable std::mutex mutex_;                    // of what follows
    std::vector<std::unique_ptr<Mover>> movers_;  // that no thread works with
};

}  // namespace weft::engine
