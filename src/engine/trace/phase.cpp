// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/phase.hpp"

#include <array>
#include <chrono>

namespace weft::engine {

const char* name_of(Phase phase) {
    constexpr std::array<const char*, phase_count> names = {"plan",    "convert", "exchange",
                                                            "storage", "wait",    "other"};
    return names[static_cast<std::size_t>(phase)];
}

double now_seconds() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

}  // namespace weft::engine
