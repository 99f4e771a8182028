// SPDX-License-Identifier: BSD-3-Clause
// How two sequences of values of one type differ.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "types/types.hpp"

namespace weft::tools {

/// Two values differ when their difference exceeds both bounds. `relative` is measured against the
/// larger magnitude of the two.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

/// Equal are values that compare equal, and two NaNs. The maxima are over pairs of numbers that
/// differ.
struct Tally {
    std::int64_t differing = 0;
    std::int64_t with_nan = 0;                   // of those: NaN in one of the files
    std::int64_t first = -1;                     // the smallest index of a difference
    std::array<std::byte, 8> first_values[2]{};  // there, as they lie in the files
    double absolute = 0;
    double relative = 0;
    std::uint64_t steps = 0;  // representable values from one to the other: the ULP distance

    void add(const Tally& other);
};

/// Adds values in file form, the first of which has the index `index`. Both spans have one length,
/// a multiple of the type's size.
void compare_values(types::External type, std::span<const std::byte> first,
                    std::span<const std::byte> second, std::int64_t index,
                    const Tolerance& tolerance, Tally& tally);

/// A value in file form with as many digits as bring it back; a character in quotes.
std::string value_text(types::External type, const std::byte* value);

}  // namespace weft::tools
