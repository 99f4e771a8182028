// SPDX-License-Identifier: BSD-3-Clause
#include "tools/diff/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "tools/shared/number_text.hpp"

namespace weft::tools {
namespace {

/// The step for skipping equal bytes. A multiple of every value's size.
constexpr std::size_t stride_bytes = 4096;

/// The rank of a value among all values of its type. Both zeros have the same.
template <class T>
std::uint64_t place_of(T value) {
    if constexpr (std::is_floating_point_v<T>) {
        using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
        const Bits bits = std::bit_cast<Bits>(value);
        return (bits & sign) != 0 ? sign - (bits & ~sign) : sign + bits;
    } else {
        // A sum modulo 2^64 keeps distances, also for signed values.
        return static_cast<std::uint64_t>(value);
    }
}

template <class T>
std::uint64_t steps_between(T a, T b) {
    return a < b ? place_of(b) - place_of(a) : place_of(a) - place_of(b);
}

template <class T>
double distance(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
        return std::abs(static_cast<double>(a) - static_cast<double>(b));
    } else {
        return static_cast<double>(steps_between(a, b));
    }
}

/// The ratio; infinity if one of the two is infinite.
double ratio(double distance, double a, double b) {
    if (!std::isfinite(distance)) return distance;
    return distance / std::max(std::abs(a), std::abs(b));
}

template <class T>
bool is_nan(T value) {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
    return false;
}

template <class T>
void compare_pair(T a, T b, std::int64_t index, const Tolerance& tolerance, Tally& tally) {
    if (a == b || (is_nan(a) && is_nan(b))) return;
    Tally one{.differing = 1, .first = index};
    if (is_nan(a) || is_nan(b)) {
        one.with_nan = 1;
    } else {
        one.absolute = distance(a, b);
        one.relative = ratio(one.absolute, static_cast<double>(a), static_cast<double>(b));
        if (!(one.absolute > tolerance.absolute && one.relative > tolerance.relative)) return;
        one.steps = steps_between(a, b);
    }
    std::memcpy(one.first_values[0].data(), &a, sizeof(T));
    std::memcpy(one.first_values[1].data(), &b, sizeof(T));
    tally.add(one);
}

template <class T, T (*loaded)(const std::byte*)>
void compare_all(const Values& values, std::span<const std::byte> others,
                 const Tolerance& tolerance, Tally& tally) {
    const std::byte* const first = values.bytes.data();
    const std::byte* const second = others.data();
    for (std::size_t at = 0; at < others.size(); at += stride_bytes) {
        const std::size_t end = std::min(at + stride_bytes, others.size());
        if (std::memcmp(first + at, second + at, end - at) == 0) continue;
        for (std::size_t i = at; i < end; i += sizeof(T)) {
            compare_pair(loaded(first + i), loaded(second + i),
                         values.index + static_cast<std::int64_t>(i / sizeof(T)), tolerance, tally);
        }
    }
}

}  // namespace

void Tally::add(const Tally& other) {
    differing += other.differing;
    with_nan += other.with_nan;
    if (other.first >= 0 && (first < 0 || other.first < first)) {
        first = other.first;
        std::copy(std::begin(other.first_values), std::end(other.first_values), first_values);
    }
    absolute = std::max(absolute, other.absolute);
    relative = std::max(relative, other.relative);
    steps = std::max(steps, other.steps);
}

void compare_values(types::External type, const Values& first, std::span<const std::byte> second,
                    const Tolerance& tolerance, Tally& tally) {
    with_value_type(type, [&]<class T>(std::type_identity<T>) {
        const auto compare =
            first.form == Form::external ? compare_all<T, load_stored<T>> : compare_all<T, load<T>>;
        compare(first, second, tolerance, tally);
    });
}

std::string value_text(types::External type, const std::byte* value) {
    if (type == types::External::character) {
        const auto byte = std::to_integer<unsigned char>(*value);
        if (byte >= 0x20 && byte < 0x7f) return fmt::format("'{}'", static_cast<char>(byte));
        return fmt::format("'\\{:03o}'", byte);
    }
    return with_value_type(type, [&]<class T>(std::type_identity<T>) {
        std::array<char, number_room> room;
        std::string text(room.data(), write_json_number(room.data(), load<T>(value)));
        std::erase(text, '"');  // around NaN and infinities
        return text;
    });
}

}  // namespace weft::tools
