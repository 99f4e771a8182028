// SPDX-License-Identifier: BSD-3-Clause
// Stores the units that a window of a target has bytes of.
#pragma once

#include "base/result.hpp"
#include "engine/request/mover.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/coverage.hpp"

namespace weft::engine {

/// The image has the bytes of all units that are touched.
Status store_whole_units(Channel& channel, const Coverage& coverage, const FileBuffer& image);

/// The same, but first what a put has not set of a unit gets what the target
/// holds there, by whichever rank that is loaded.
Status store_touched_units(Channel& channel, const Coverage& coverage, const FileBuffer& image);

}  // namespace weft::engine
