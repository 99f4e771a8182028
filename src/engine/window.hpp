// SPDX-License-Identifier: BSD-3-Clause
// An image of a part of the file: filled from storage, from requests, or both, and brought back
// with as few calls as pay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/channel.hpp"
#include "engine/cost.hpp"
#include "engine/coverage.hpp"
#include "engine/mover.hpp"

namespace weft::engine {

/// Who else may write into the holes of a window while it is being rewritten.
enum class Neighbours { none, possible };

class Window {
public:
    Window(Channel& channel, const CostModel& cost, Choice rewriting, Neighbours neighbours)
        : channel_(channel), cost_(cost), rewriting_(rewriting), neighbours_(neighbours) {}

    /// Moves to the file bytes [begin, end); nothing is covered yet.
    void place(std::int64_t begin, std::int64_t end);

    /// The bytes that the request has in this window: mark them before load().
    Coverage& coverage() { return coverage_; }

    /// Before data arrive. Puts: decides how the holes are kept and reads the old content if that
    /// is the way. Gets: reads from the first covered byte to the last.
    Status load(Direction direction);

    [[nodiscard]] Place image() {
        return {.data = bytes_.data(), .origin = begin_, .form = Place::Form::image};
    }

    /// Puts, after all data have arrived: writes what is covered.
    Status store();

private:
    Result<bool> lock_beside_neighbours();

    Channel& channel_;
    const CostModel& cost_;
    Choice rewriting_;
    Neighbours neighbours_;
    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
    bool whole_ = false;  // store() writes first..last in one call
    Coverage coverage_;
    std::vector<std::byte> bytes_;
    std::unique_ptr<storage::RangeLock> lock_;
};

}  // namespace weft::engine
