// SPDX-License-Identifier: BSD-3-Clause
// The phases of a call, among which its time is divided.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace weft::report {

enum class Phase : std::uint8_t {
    plan,      // choosing the method
    convert,   // between the caller's memory and file form
    exchange,  // packing and placing what ranks send each other
    storage,   // reads, writes and locks
    wait,      // for other ranks: until they arrive, for their windows and their messages
    other      // the rest of a call
};
inline constexpr std::array phase_names = {"plan",    "convert", "exchange",
                                           "storage", "wait",    "other"};
using PhaseSeconds = std::array<double, phase_names.size()>;

constexpr std::size_t index_of(Phase phase) {
    return static_cast<std::size_t>(phase);
}
constexpr const char* name_of(Phase phase) {
    return phase_names[index_of(phase)];
}

}  // namespace weft::report
