// SPDX-License-Identifier: BSD-3-Clause
#include "types.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace random_programs {
namespace {

template <typename T>
inline constexpr T fill_constant{};
template <>
inline constexpr signed char fill_constant<signed char> = NC_FILL_BYTE;
template <>
inline constexpr unsigned char fill_constant<unsigned char> = NC_FILL_UBYTE;
template <>
inline constexpr short fill_constant<short> = NC_FILL_SHORT;
template <>
inline constexpr unsigned short fill_constant<unsigned short> = NC_FILL_USHORT;
template <>
inline constexpr int fill_constant<int> = NC_FILL_INT;
template <>
inline constexpr unsigned int fill_constant<unsigned int> = NC_FILL_UINT;
template <>
inline constexpr long fill_constant<long> = NC_FILL_INT;
template <>
inline constexpr float fill_constant<float> = NC_FILL_FLOAT;
template <>
inline constexpr double fill_constant<double> = NC_FILL_DOUBLE;
template <>
inline constexpr long long fill_constant<long long> = NC_FILL_INT64;
template <>
inline constexpr unsigned long long fill_constant<unsigned long long> = NC_FILL_UINT64;

// Calls the visitor with a value of the C type; every switch over memory types is this one.
template <typename Visitor>
decltype(auto) with_type(MemoryType type, Visitor&& visit) {
    switch (type) {
        case MemoryType::text:
            return visit(char{});
        case MemoryType::signed_char:
            return visit(static_cast<signed char>(0));
        case MemoryType::unsigned_char:
            return visit(static_cast<unsigned char>(0));
        case MemoryType::short_int:
            return visit(short{});
        case MemoryType::unsigned_short:
            return visit(static_cast<unsigned short>(0));
        case MemoryType::plain_int:
            return visit(0);
        case MemoryType::unsigned_int:
            return visit(0U);
        case MemoryType::long_int:
            return visit(0L);
        case MemoryType::single_float:
            return visit(0.0F);
        case MemoryType::double_float:
            return visit(0.0);
        case MemoryType::long_long:
            return visit(0LL);
        case MemoryType::unsigned_long_long:
            break;
    }
    return visit(0ULL);
}

template <typename To>
bool float_in_range(double value) {
    if constexpr (std::is_same_v<To, float>) {
        return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
    } else {
        const double limit = std::ldexp(1.0, std::numeric_limits<To>::digits);
        return value < limit && (std::is_signed_v<To> ? value >= -limit : value >= 0.0);
    }
}

template <typename From, typename To>
bool representable(From value) {
    if constexpr (std::is_same_v<From, To>) {
        return true;
    } else if constexpr (std::is_same_v<From, char> || std::is_same_v<To, char>) {
        return false;
    } else if constexpr (std::is_same_v<To, double>) {
        return true;
    } else if constexpr (std::is_floating_point_v<From>) {
        return float_in_range<To>(static_cast<double>(value));
    } else if constexpr (std::is_floating_point_v<To>) {
        return true;
    } else {
        return std::in_range<To>(value);
    }
}

// Fractions are drawn only in (0, 100), where truncation never crosses the end of a type's range;
// what lies within one unit of a range's end is not specified.
template <typename T>
T draw_float(Random& random) {
    switch (random.between(0, 3)) {
        case 0:
            return static_cast<T>(random.between(-100, 100));
        case 1:
            return static_cast<T>(random.between(1, 1599)) / 16;
        default:
            break;
    }
    const auto mantissa = static_cast<T>(random.between(-(1 << 23) + 1, (1 << 23) - 1));
    const bool wide = std::is_same_v<T, double> && random.chance(10);
    return std::ldexp(mantissa, static_cast<int>(random.between(0, wide ? 900 : 70)));
}

template <typename T>
T draw_integer(Random& random, bool range_ends) {
    if (range_ends && random.chance(5)) return std::numeric_limits<T>::max();
    if (range_ends && random.chance(5)) return std::numeric_limits<T>::min();
    const auto unused_bits = random.between(0, 63);
    const auto magnitude = random.next() >> unused_bits;
    const bool negate = random.chance(50) && (std::is_signed_v<T> || range_ends);
    return static_cast<T>(negate ? 0 - magnitude : magnitude);
}

template <typename T>
T draw(Random& random, const DrawRules& rules) {
    if constexpr (std::is_floating_point_v<T>) {
        if (rules.any_bit_pattern && random.chance(20)) {
            const std::uint64_t bits = random.next();
            T value;
            std::memcpy(&value, &bits, sizeof value);
            return value;
        }
        return draw_float<T>(random);
    } else {
        return draw_integer<T>(random, rules.range_ends);
    }
}

struct External {
    MemoryType native;
    std::size_t size;
    const char* name;
};

const External& external(nc_type type) {
    static const std::array<External, 12> table{{{MemoryType::text, 0, "NC_NAT"},
                                                 {MemoryType::signed_char, 1, "NC_BYTE"},
                                                 {MemoryType::text, 1, "NC_CHAR"},
                                                 {MemoryType::short_int, 2, "NC_SHORT"},
                                                 {MemoryType::plain_int, 4, "NC_INT"},
                                                 {MemoryType::single_float, 4, "NC_FLOAT"},
                                                 {MemoryType::double_float, 8, "NC_DOUBLE"},
                                                 {MemoryType::unsigned_char, 1, "NC_UBYTE"},
                                                 {MemoryType::unsigned_short, 2, "NC_USHORT"},
                                                 {MemoryType::unsigned_int, 4, "NC_UINT"},
                                                 {MemoryType::long_long, 8, "NC_INT64"},
                                                 {MemoryType::unsigned_long_long, 8, "NC_UINT64"}}};
    return table.at(static_cast<std::size_t>(type));
}

}  // namespace

std::size_t size_of(MemoryType type) {
    return with_type(type, [](auto value) { return sizeof value; });
}

const char* suffix_of(MemoryType type) {
    static const std::array<const char*, memory_type_count> names{
        "text", "schar", "uchar", "short",  "ushort",   "int",
        "uint", "long",  "float", "double", "longlong", "ulonglong"};
    return names.at(static_cast<std::size_t>(type));
}

MPI_Datatype mpi_type_of(MemoryType type) {
    switch (type) {
        case MemoryType::text:
            return MPI_CHAR;
        case MemoryType::signed_char:
            return MPI_SIGNED_CHAR;
        case MemoryType::unsigned_char:
            return MPI_UNSIGNED_CHAR;
        case MemoryType::short_int:
            return MPI_SHORT;
        case MemoryType::unsigned_short:
            return MPI_UNSIGNED_SHORT;
        case MemoryType::plain_int:
            return MPI_INT;
        case MemoryType::unsigned_int:
            return MPI_UNSIGNED;
        case MemoryType::long_int:
            return MPI_LONG;
        case MemoryType::single_float:
            return MPI_FLOAT;
        case MemoryType::double_float:
            return MPI_DOUBLE;
        case MemoryType::long_long:
            return MPI_LONG_LONG_INT;
        case MemoryType::unsigned_long_long:
            break;
    }
    return MPI_UNSIGNED_LONG_LONG;
}

const void* default_fill_of(MemoryType type) {
    return with_type(type,
                     [](auto value) -> const void* { return &fill_constant<decltype(value)>; });
}

MemoryType native_type_of(nc_type type) {
    return external(type).native;
}
std::size_t size_of_external(nc_type type) {
    return external(type).size;
}
const char* name_of_external(nc_type type) {
    return external(type).name;
}

std::vector<nc_type> external_types_of(int format) {
    std::vector<nc_type> types;
    const bool is_classic = format == NC_FORMAT_CLASSIC || format == NC_FORMAT_CDF2;
    const nc_type last = is_classic ? NC_DOUBLE : NC_UINT64;
    for (nc_type type = NC_BYTE; type <= last; ++type) types.push_back(type);
    return types;
}

bool compatible(nc_type type, MemoryType memory) {
    return (type == NC_CHAR) == (memory == MemoryType::text);
}

std::vector<MemoryType> memory_types_for(nc_type type) {
    std::vector<MemoryType> types;
    for (int i = 0; i < memory_type_count; ++i) {
        const auto memory = static_cast<MemoryType>(i);
        if (compatible(type, memory)) types.push_back(memory);
    }
    return types;
}

bool convert(const void* from, MemoryType from_type, void* to, MemoryType to_type,
             const void* fill) {
    return with_type(from_type, [&](auto source) {
        std::memcpy(&source, from, sizeof source);
        return with_type(to_type, [&](auto target) {
            const bool fits = representable<decltype(source), decltype(target)>(source);
            if (fits) {
                target = static_cast<decltype(target)>(source);
            } else {
                std::memcpy(&target, fill, sizeof target);
            }
            std::memcpy(to, &target, sizeof target);
            return fits;
        });
    });
}

bool copies_bits(int format, nc_type type, MemoryType memory) {
    const bool is_classic = format == NC_FORMAT_CLASSIC || format == NC_FORMAT_CDF2;
    return is_classic && type == NC_BYTE && memory == MemoryType::unsigned_char;
}

void draw_value(Random& random, const DrawRules& rules, void* value) {
    with_type(rules.memory, [&](auto drawn) {
        const int attempts = 4;
        bool accepted = false;
        for (int i = 0; i < attempts && !accepted; ++i) {
            drawn = draw<decltype(drawn)>(random, rules);
            with_type(rules.native, [&](auto stored) {
                accepted =
                    rules.any_value || representable<decltype(drawn), decltype(stored)>(drawn);
            });
        }
        if (!accepted) drawn = static_cast<decltype(drawn)>(random.between(0, 100));
        std::memcpy(value, &drawn, sizeof drawn);
    });
}

std::string text_of(const void* value, MemoryType type) {
    return with_type(type, [&](auto shown) -> std::string {
        std::memcpy(&shown, value, sizeof shown);
        if constexpr (std::is_floating_point_v<decltype(shown)>) {
            std::array<char, 40> text{};
            std::snprintf(text.data(), text.size(), "%.17g", static_cast<double>(shown));
            return text.data();
        } else {
            return std::to_string(shown);
        }
    });
}

}  // namespace random_programs
