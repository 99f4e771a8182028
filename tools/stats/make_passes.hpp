// SPDX-License-Identifier: BSD-3-Clause
// The passes as a constant expression. Each variant includes this file and is compiled with its own
// instruction set.
#pragma once

#include <bit>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tools/stats/block.hpp"
#include "types/representation.hpp"

namespace weft::tools {
namespace {

template <std::size_t size>
using BitsOf = std::conditional_t<
    size == 1, std::uint8_t,
    std::conditional_t<size == 2, std::uint16_t,
                       std::conditional_t<size == 4, std::uint32_t, std::uint64_t>>>;

template <class T>
inline T value_at(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

/// A value in external form.
template <class T>
inline T external_at(const std::byte* bytes) {
    auto bits = value_at<BitsOf<sizeof(T)>>(bytes);
    if constexpr (std::endian::native == std::endian::little) {
        if constexpr (sizeof(T) == 2) bits = __builtin_bswap16(bits);
        if constexpr (sizeof(T) == 4) bits = __builtin_bswap32(bits);
        if constexpr (sizeof(T) == 8) bits = __builtin_bswap64(bits);
    }
    return std::bit_cast<T>(bits);
}

/// A type that sums a lane's values without rounding, if there is one.
template <class T>
using SumOf = std::conditional_t<std::is_floating_point_v<T> || sizeof(T) == 8, double,
                                 std::conditional_t<sizeof(T) == 4, std::int64_t, std::int32_t>>;

/// The lanes to which values go in turn, in an order that is the same on all processors. A step of
/// all lanes takes two of the widest registers, so that neither waits for the other.
template <class T>
struct Lanes {
    static constexpr std::size_t step_bytes = 128;
    static constexpr std::size_t count = step_bytes / sizeof(T);
    static constexpr std::int64_t most_steps = block_bytes / step_bytes + 1;
    using Sum = SumOf<T>;
    // The type is as wide as the values if that suffices to count the steps.
    using Count = std::make_signed_t<BitsOf<sizeof(T) == 1 ? 2 : sizeof(T)>>;
    static_assert(most_steps <= std::numeric_limits<Count>::max());
    static_assert(sizeof(T) > 2 || most_steps << 16 <= std::numeric_limits<std::int32_t>::max());

    T least[count];
    T largest[count];
    Sum sum[count];
    Count present[count];
};

template <class T>
inline Lanes<T> empty_lanes() {
    using Limits = std::numeric_limits<T>;
    Lanes<T> lanes{};
    for (std::size_t i = 0; i < Lanes<T>::count; ++i) {
        lanes.least[i] = Limits::has_infinity ? Limits::infinity() : Limits::max();
        lanes.largest[i] = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    }
    return lanes;
}

/// Chooses without a branch, even for integers, whose conditions gcc 12 does not keep in vector
/// registers.
template <class T>
inline T choose(bool condition, T yes, T no) {
    if constexpr (std::is_floating_point_v<T>) {
        return condition ? yes : no;
    } else {
        const auto mask = static_cast<T>(-static_cast<std::make_signed_t<T>>(condition));
        return static_cast<T>(no ^ ((no ^ yes) & mask));
    }
}

/// Adds one value to each of the first `count` lanes.
template <class T, class IsThere>
inline void add_step(const std::byte* bytes, std::size_t count, IsThere is_there, Lanes<T>& lanes) {
    using Limits = std::numeric_limits<T>;
    using Sum = typename Lanes<T>::Sum;
    using Count = typename Lanes<T>::Count;
    constexpr T highest = Limits::has_infinity ? Limits::infinity() : Limits::max();
    constexpr T lowest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    for (std::size_t i = 0; i < count; ++i) {
        const T value = external_at<T>(bytes + i * sizeof(T));
        const bool there = is_there(value);
        const T low = choose(there, value, highest);
        const T high = choose(there, value, lowest);
        const T term = choose(there, value, T{0});
        lanes.least[i] = low < lanes.least[i] ? low : lanes.least[i];
        lanes.largest[i] = high > lanes.largest[i] ? high : lanes.largest[i];
        lanes.sum[i] += static_cast<Sum>(term);
        lanes.present[i] = static_cast<Count>(lanes.present[i] + (there ? 1 : 0));
    }
}

template <class T>
BlockTally tally_of(const Lanes<T>& lanes) {
    BlockTally tally;
    T least = lanes.least[0];
    T largest = lanes.largest[0];
    std::int64_t whole_sum = 0;
    for (std::size_t i = 0; i < Lanes<T>::count; ++i) {
        least = lanes.least[i] < least ? lanes.least[i] : least;
        largest = lanes.largest[i] > largest ? lanes.largest[i] : largest;
        tally.present += lanes.present[i];
        if constexpr (std::is_integral_v<SumOf<T>>) {
            whole_sum += lanes.sum[i];
        } else {
            static_assert(Lanes<T>::count <= std::tuple_size_v<decltype(tally.sums)>);
            tally.sums[i] = lanes.sum[i];
        }
    }
    if constexpr (std::is_integral_v<SumOf<T>>) tally.sums[0] = static_cast<double>(whole_sum);
    std::memcpy(tally.least.data(), &least, sizeof(T));
    std::memcpy(tally.largest.data(), &largest, sizeof(T));
    return tally;
}

template <class T, class IsThere>
BlockTally pass_where(std::span<const std::byte> bytes, IsThere is_there) {
    Lanes<T> lanes = empty_lanes<T>();
    const std::size_t whole = bytes.size() / Lanes<T>::step_bytes * Lanes<T>::step_bytes;
    for (std::size_t at = 0; at < whole; at += Lanes<T>::step_bytes)
        add_step<T>(bytes.data() + at, Lanes<T>::count, is_there, lanes);
    add_step<T>(bytes.data() + whole, (bytes.size() - whole) / sizeof(T), is_there, lanes);
    return tally_of(lanes);
}

/// Missing values that are tested one after the other, and a range.
template <class T>
BlockTally pass_of_many(std::span<const std::byte> bytes, const MissingValues& missing) {
    using Limits = std::numeric_limits<T>;
    T low = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    T high = Limits::has_infinity ? Limits::infinity() : Limits::max();
    if (missing.has_range) {
        low = value_at<T>(missing.low.data());
        high = value_at<T>(missing.high.data());
    }
    return pass_where<T>(bytes, [&, low, high](T value) {
        bool is_there = (value >= low) & (value <= high);
        for (const MissingValues::Value& one : missing.values)
            is_there &= value != value_at<T>(one.data());
        return is_there;
    });
}

template <class T>
BlockTally pass(std::span<const std::byte> bytes, const MissingValues& missing) {
    if (missing.has_range || missing.values.size() > 2) return pass_of_many<T>(bytes, missing);
    if (missing.values.empty()) return pass_where<T>(bytes, [](T value) { return value == value; });
    const T one = value_at<T>(missing.values.front().data());
    const T other = value_at<T>(missing.values.back().data());
    return pass_where<T>(bytes, [one, other](T value) {
        return (value == value) & (value != one) & (value != other);
    });
}

constexpr BlockPasses make_passes() {
    return []<std::size_t... number>(std::index_sequence<number...>) {
        return BlockPasses{pass<std::tuple_element_t<number, types::ExternalValues>>...};
    }
    (std::make_index_sequence<types::external_count>());
}

}  // namespace
}  // namespace weft::tools
