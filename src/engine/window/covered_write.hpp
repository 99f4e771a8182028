// SPDX-License-Identifier: BSD-3-Clause
// Writing what is covered of an image, while the holes keep what the file holds.
#pragma once

#include <cstddef>

#include "engine/plan/stretch.hpp"
#include "engine/request/mover.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/coverage.hpp"
#include "engine/window/guard.hpp"

namespace weft::engine {

/// Whether to read the old content and write one stretch, rather than write each run by itself.
bool should_rewrite(const Stretch& stretch, Choice hint, const CostModel& cost);

/// One call for each run, or one for all where storage rather takes a shape: then the image is used
/// up.
Status write_runs(Channel& channel, const Coverage& coverage, const Place& image);
/// One call from the first covered byte to the last.
Status write_access_range(Channel& channel, const Coverage& coverage, const Place& image);

/// For an image that is filled already when its coverage becomes known.
class HoleKeeper {
public:
    HoleKeeper(Channel& channel, const CostModel& cost, Choice rewriting, Guards guards)
        : channel_(channel), cost_(cost), rewriting_(rewriting), guards_(guards) {}

    /// Writes what is covered. No other rank of the communicator may write into the holes
    /// meanwhile.
    Status write(const Coverage& coverage, const Place& image);

private:
    Status fill_holes(const Coverage& coverage, const Place& image);

    Channel& channel_;
    const CostModel& cost_;
    Choice rewriting_;
    Guards guards_;
};

}  // namespace weft::engine
