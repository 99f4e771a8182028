// SPDX-License-Identifier: BSD-3-Clause
// The reason why the planner has chosen a method. Only reports make a sentence of it: small calls
// have no time.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/plan/method_entry.hpp"

namespace weft::engine {

struct Reason {
    const char* words = nullptr;  // static; null: the costs of the methods are the reason
    std::array<std::optional<double>, method_numbers> seconds{};  // how long each would take
    bool two_phase_disabled = false;

    [[nodiscard]] std::optional<double>& of(Method method) {
        return seconds[static_cast<std::size_t>(method)];
    }
    [[nodiscard]] const std::optional<double>& of(Method method) const {
        return seconds[static_cast<std::size_t>(method)];
    }
    [[nodiscard]] std::string text() const;
};

}  // namespace weft::engine
