// SPDX-License-Identifier: BSD-3-Clause
// Floating values with fewer significant digits, so that they compress better: the last bits of
// their mantissas become zeros, or ones. The methods and their results are those of netCDF-C 4.9:
//   BitGroom   the bits that are not needed become zeros in every second value and ones in the
//              others, so that means stay (C. S. Zender, Geosci. Model Dev. 9, 3199, 2016);
//   Granular BitRound   each value is rounded to as few bits as its own digits need (X. Delaunay et
//              al., Geosci. Model Dev. 12, 4099, 2019; the manual of NCO);
//   BitRound   all are rounded to the same number of bits (R. Kouznetsov, Geosci. Model Dev. 14,
//              377, 2021; M. Kloewer et al., Nature Comput. Sci. 1, 713, 2021).
// Other than there, NaN, infinities and zeros stay as they are, no value becomes infinite, and
// nothing changes where all bits are needed.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "types/types.hpp"

namespace weft::types {

/// The numbers of NC_NOQUANTIZE, NC_QUANTIZE_BITGROOM, _GRANULARBR and _BITROUND.
enum class QuantizeMode : std::int8_t { none, bit_groom, granular, bit_round };

struct Quantization {
    QuantizeMode mode = QuantizeMode::none;
    int digits = 0;  // decimal ones that are significant; of bit_round: bits

    friend auto operator<=>(const Quantization&, const Quantization&) = default;
};

/// The largest number of `digits`, where the least is 1; 0 if values of the type cannot be
/// quantised in this way.
int most_digits(QuantizeMode mode, External type);

/// The quantization of a variable's values.
struct Quantizer {
    Quantization how = {};
    External type = External::float32;
    std::endian order = std::endian::little;
    std::array<std::byte, 8> fill{};  // in file form; values that are equal to it stay

    [[nodiscard]] bool is_on() const { return how.mode != QuantizeMode::none; }

    friend auto operator<=>(const Quantizer&, const Quantizer&) = default;
};

/// The values to quantise, in file form.
struct QuantizedValues {
    std::byte* first = nullptr;
    std::ptrdiff_t stride = 0;  // bytes between neighbours
    std::int64_t count = 0;
    std::int64_t number = 0;  // of the first one, among those of the variable
    std::int64_t step = 1;    // between the numbers of neighbours
};

/// `quantizer` is on.
void quantize(const Quantizer& quantizer, const QuantizedValues& values);

}  // namespace weft::types
