// SPDX-License-Identifier: BSD-3-Clause
// Why a method was chosen. Small calls have no time to make a sentence of it: only reports do.
#pragma once

#include <optional>
#include <string>

namespace weft::engine {

struct Reason {
    const char* words = nullptr;  // static; null: what each method would have cost, in seconds
    double direct = 0;
    double sieve = 0;
    std::optional<double> two_phase{};
    bool two_phase_disabled = false;

    [[nodiscard]] std::string text() const;
};

}  // namespace weft::engine
