// SPDX-License-Identifier: BSD-3-Clause
// The differences of two sequences of values of one type.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tools/shared/form.hpp"
#include "types/types.hpp"

namespace weft::tools {

/// Two values differ if their difference exceeds both bounds. `relative` is relative to the larger
/// magnitude of the two.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

/// Values are equal if they compare equal, or if both are NaN. The maxima are over differing pairs
/// of numbers.
struct Tally {
    std::int64_t differing = 0;
    std::int64_t with_nan = 0;                   // of these: NaN in one of the files
    std::int64_t first = -1;                     // the smallest index of a difference
    std::array<std::byte, 8> first_values[2]{};  // there, native
    double absolute = 0;
    double relative = 0;
    std::uint64_t steps = 0;  // representable values between the two: the ULP distance

    void add(const Tally& other);
};

/// Values side by side, and the index of the first.
struct Values {
    std::span<const std::byte> bytes;
    std::int64_t index = 0;
    Form form = Form::native;
};

/// Adds values of both; `second` has as many, in the form of `first`.
void compare_values(types::External type, const Values& first, std::span<const std::byte> second,
                    const Tolerance& tolerance, Tally& tally);

/// A value with as many digits as restore it; a character in quotes.
std::string value_text(types::External type, const std::byte* value);

}  // namespace weft::tools
