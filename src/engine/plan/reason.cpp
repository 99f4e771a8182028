// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/reason.hpp"

#include <fmt/format.h>

namespace weft::engine {

std::string Reason::text() const {
    std::string text = words != nullptr ? words : "";
    const auto add = [&text](const std::string& part) {
        text += text.empty() ? part : ", " + part;
    };
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        if (seconds[i])
            add(fmt::format("{} {:.0f} us", name_of(static_cast<Method>(i)), *seconds[i] * 1e6));
    }
    if (two_phase_disabled) add("two_phase disabled by hint");
    return text;
}

}  // namespace weft::engine
