// SPDX-License-Identifier: BSD-3-Clause
// Why a method was chosen. Small calls have no time to make a sentence of it: only reports do.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/plan/method_table.hpp"

namespace weft::engine {

struct Reason {
    const char* words = nullptr;  // static; null: the methods' costs say it all
    std::array<std::optional<double>, method_numbers> seconds{};  // that each would have taken
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
