// SPDX-License-Identifier: BSD-3-Clause
// Exhaustive tests whose points are too many for every run take a share of them: other ones in
// each run, so that several runs have taken all.
#pragma once

#include <cstdlib>

namespace weft_tests {

class ShareOfPoints {
public:
    /// Takes one of `share` neighbouring points.
    explicit ShareOfPoints(long share) : share_(share), first_(number_in("WEFT_SEED", 0) % share) {}

    [[nodiscard]] bool takes(long point) const { return point % share_ == first_; }

    /// The factor by which a preset takes fewer points, if the same code runs once more (dev/test).
    static long part() { return number_in("WEFT_SEEDS_PART", 1); }

private:
    static long number_in(const char* variable, long otherwise) {
        const char* const text = std::getenv(variable);
        return text == nullptr ? otherwise : std::strtol(text, nullptr, 10);
    }

    long share_;
    long first_;
};

}  // namespace weft_tests
