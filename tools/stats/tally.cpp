// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/tally.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

#include "tools/shared/number_text.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

template <class T>
std::array<std::byte, 8> file_form(T value) {
    std::array<std::byte, 8> bytes{};
    const auto native = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little) {
        std::reverse_copy(native.begin(), native.end(), bytes.begin());
    } else {
        std::copy(native.begin(), native.end(), bytes.begin());
    }
    return bytes;
}

/// A value that the machine turns round by one instruction.
template <class T>
T load_fast(const std::byte* bytes) {
    if constexpr (sizeof(T) == 1 || std::endian::native == std::endian::big) {
        return load<T>(bytes);
    } else {
        using Bits =
            std::conditional_t<sizeof(T) == 2, std::uint16_t,
                               std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
        Bits bits;
        std::memcpy(&bits, bytes, sizeof(T));
        if constexpr (sizeof(T) == 2) bits = __builtin_bswap16(bits);
        if constexpr (sizeof(T) == 4) bits = __builtin_bswap32(bits);
        if constexpr (sizeof(T) == 8) bits = __builtin_bswap64(bits);
        return std::bit_cast<T>(bits);
    }
}

/// Several sums side by side, in an order that does not depend on the processor.
template <class T>
struct Block {
    static constexpr std::size_t lanes = 32 / sizeof(T) < 8 ? 8 : 32 / sizeof(T);
    std::array<T, lanes> least;
    std::array<T, lanes> largest;
    std::array<double, lanes> sum{};
    std::array<std::int32_t, lanes> present{};

    Block() {
        using Limits = std::numeric_limits<T>;
        least.fill(Limits::has_infinity ? Limits::infinity() : Limits::max());
        largest.fill(Limits::has_infinity ? -Limits::infinity() : Limits::lowest());
    }

    void add(std::size_t lane, T value, bool is_there) {
        least[lane] = is_there && value < least[lane] ? value : least[lane];
        largest[lane] = is_there && value > largest[lane] ? value : largest[lane];
        sum[lane] += is_there ? static_cast<double>(value) : 0.0;
        present[lane] += is_there ? 1 : 0;
    }
};

template <class T, class IsThere>
Block<T> block_of(std::span<const std::byte> bytes, IsThere&& is_there) {
    Block<T> block;
    constexpr std::size_t step = Block<T>::lanes * sizeof(T);
    const std::size_t whole = bytes.size() / step * step;
    for (std::size_t at = 0; at < whole; at += step) {
        for (std::size_t lane = 0; lane < Block<T>::lanes; ++lane) {
            const T value = load_fast<T>(bytes.data() + at + lane * sizeof(T));
            block.add(lane, value, is_there(value));
        }
    }
    for (std::size_t at = whole; at < bytes.size(); at += sizeof(T)) {
        const T value = load_fast<T>(bytes.data() + at);
        block.add((at - whole) / sizeof(T), value, is_there(value));
    }
    return block;
}

template <class T>
Block<T> block_without(std::span<const std::byte> bytes, const MissingValues& missing) {
    if (missing.count == 0) return block_of<T>(bytes, [](T value) { return value == value; });
    const T one = load<T>(missing.values[0].data());
    const T other = load<T>(missing.values[missing.count - 1].data());
    return block_of<T>(
        bytes, [one, other](T value) { return value == value && value != one && value != other; });
}

template <class T>
void merge(const ValueTally& other, ValueTally& tally) {
    tally.missing += other.missing;
    if (other.present == 0) return;
    const bool is_first = tally.present == 0;
    const T least = load<T>(other.least.data());
    const T largest = load<T>(other.largest.data());
    if (is_first || least < load<T>(tally.least.data())) tally.least = other.least;
    if (is_first || largest > load<T>(tally.largest.data())) tally.largest = other.largest;
    tally.present += other.present;
    tally.sum.add(other.sum);
}

template <class T>
void add_block(std::span<const std::byte> bytes, const MissingValues& missing, ValueTally& tally) {
    const Block<T> block = block_without<T>(bytes, missing);
    ValueTally all;
    for (std::size_t lane = 0; lane < Block<T>::lanes; ++lane) {
        all.present += block.present[lane];
        all.sum.add(block.sum[lane]);
    }
    all.missing = static_cast<std::int64_t>(bytes.size() / sizeof(T)) - all.present;
    all.least = file_form(*std::ranges::min_element(block.least));
    all.largest = file_form(*std::ranges::max_element(block.largest));
    merge<T>(all, tally);
}

}  // namespace

MissingValues missing_values_of(const format::Variable& variable) {
    MissingValues missing;
    const auto add = [&](const std::byte* value) {
        std::copy_n(value, types::size_of(variable.type), missing.values[missing.count++].begin());
    };
    bool has_fill = false;
    for (const char* name : {"_FillValue", "missing_value"}) {
        const int id = variable.attributes.find(name);
        if (id < 0) continue;
        const format::Attribute& attribute = variable.attributes.at(id);
        if (attribute.type != variable.type || attribute.count != 1) continue;
        has_fill = has_fill || std::string_view(name) == "_FillValue";
        add(attribute.values.data());
    }
    if (!has_fill && types::size_of(variable.type) > 1)
        add(types::default_fill(variable.type).data());
    return missing;
}

void add_values(types::External type, std::span<const std::byte> bytes,
                const MissingValues& missing, ValueTally& tally) {
    with_value_type(type,
                    [&]<class T>(std::type_identity<T>) { add_block<T>(bytes, missing, tally); });
}

void add_tally(types::External type, const ValueTally& other, ValueTally& tally) {
    with_value_type(type, [&]<class T>(std::type_identity<T>) { merge<T>(other, tally); });
}

}  // namespace weft::tools
