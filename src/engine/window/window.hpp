// SPDX-License-Identifier: BSD-3-Clause
// An image of a part of a space. Storage, requests, or both fill it. It goes back to a file with as
// few calls as pay, or to a target by whole units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/plan/stretch.hpp"
#include "engine/request/mover.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/coverage.hpp"
#include "engine/window/guard.hpp"
#include "engine/window/units.hpp"

namespace weft::engine {

class Window {
public:
    /// `grain` divides the offset and the length of every run, and where windows begin and end.
    Window(Channel& channel, const CostModel& cost, Choice rewriting, Guards guards,
           std::int64_t grain)
        : channel_(channel), cost_(cost), rewriting_(rewriting), guards_(guards), grain_(grain) {}

    /// Moves the window to the units that have the bytes [begin, end). It covers nothing yet.
    void place(std::int64_t begin, std::int64_t end);

    /// Called before load(): marks the bytes [from, to) of the shape's stream, all of them in this
    /// window, as about to move.
    void mark(Direction direction, const region::FileShape& shape, std::int64_t from,
              std::int64_t to);

    /// Called before data arrive. For a put it decides how to keep the holes, and reads the old
    /// content if necessary. For a get it reads from the first marked byte to the last. From a
    /// target, a get loads all units that have marked bytes, and a put those that it changes in
    /// part. `ready`: see Target::load().
    Status load(Direction direction, const UnitReady& ready = {});

    [[nodiscard]] FileBuffer image() {
        return {.data = bytes_, .origin = begin_, .form = FileBuffer::Form::image};
    }

    /// Called for a put after all data have arrived: writes the covered bytes, or stores their
    /// units.
    Status store();

private:
    [[nodiscard]] std::span<std::byte> bytes_of(const region::Interval& part);
    Status load_units(UnitsWanted wanted, const UnitReady& ready);
    void add_units(const region::Interval& part, std::vector<UnitsToLoad>& units);
    Result<bool> may_rewrite(bool wants_to);
    Status read_old();

    Channel& channel_;
    const CostModel& cost_;
    Choice rewriting_;
    Guards guards_;
    std::int64_t grain_;
    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
    bool whole_ = false;  // store() writes first..last in one call
    Coverage coverage_;
    std::int64_t marked_bytes_ = 0;  // more than is covered where requests overlap
    double marked_runs_ = 0;         // about
    std::byte* bytes_ = nullptr;     // the channel's staging
    Guard guard_;
};

}  // namespace weft::engine
