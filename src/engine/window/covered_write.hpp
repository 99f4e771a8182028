// SPDX-License-Identifier: BSD-3-Clause
// Writes the covered bytes of an image. Its holes keep what the file holds there.
#pragma once

#include <cstddef>

#include "engine/plan/stretch.hpp"
#include "engine/request/mover.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/coverage.hpp"
#include "engine/window/guard.hpp"

namespace weft::engine {

/// Whether to read the old content and write the whole stretch, rather than write each run.
bool should_rewrite(const Stretch& stretch, Choice hint, const CostModel& cost);

/// Writes each run by a call; where storage prefers shapes, all runs by one call, which destroys
/// the image.
Status write_runs(Channel& channel, const Coverage& coverage, const FileBuffer& image);
/// Writes from the first covered byte to the last by one call.
Status write_access_range(Channel& channel, const Coverage& coverage, const FileBuffer& image);

/// Keeps the holes of an image that ranks have filled before its coverage was known.
class HoleKeeper {
public:
    HoleKeeper(Channel& channel, const CostModel& cost, Choice rewriting, Guards guards)
        : channel_(channel), cost_(cost), rewriting_(rewriting), guards_(guards) {}

    /// Writes the covered bytes. No other rank of the communicator may write into the holes
    /// meanwhile.
    Status write(const Coverage& coverage, const FileBuffer& image);

private:
    Status fill_holes(const Coverage& coverage, const FileBuffer& image);

    Channel& channel_;
    const CostModel& cost_;
    Choice rewriting_;
    Guards guards_;
};

}  // namespace weft::engine
