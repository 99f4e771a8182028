// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/reason.hpp"

#include <fmt/format.h>

namespace weft::engine {

std::string Reason::text() const {
    std::string text = words != nullptr ? words
                                        : fmt::format("direct {:.0f} us, sieve {:.0f} us",
                                                      direct * 1e6, sieve * 1e6);
    if (two_phase) text += fmt::format(", two-phase {:.0f} us", *two_phase * 1e6);
    if (two_phase_disabled) text += ", two-phase disabled by hint";
    return text;
}

}  // namespace weft::engine
