// SPDX-License-Identifier: BSD-3-Clause
// Where the time of a call goes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::engine {

enum class Phase : std::uint8_t {
    plan,      // choosing the method
    convert,   // between the caller's memory and file form
    exchange,  // packing and placing what ranks send each other
    storage,   // reads, writes and locks
    wait,      // for other ranks: until they arrive, for their windows and their messages
    other      // the rest of a call
};
inline constexpr std::size_t phase_count = 6;

const char* name_of(Phase phase);

/// Seconds on a clock that only moves forward.
double now_seconds();

}  // namespace weft::engine
