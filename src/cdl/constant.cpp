// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/constant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <tuple>
#include <type_traits>

#include "types/representation.hpp"

namespace weft::cdl {
namespace {

using types::External;

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    return result;
}

struct Suffix {
    std::string_view text;
    External type;
};

constexpr Suffix integer_suffixes[] = {
    {"b", External::byte},    {"s", External::int16},   {"l", External::int32},
    {"ll", External::int64},  {"u", External::uint32},  {"ul", External::uint32},
    {"ub", External::uint8},  {"us", External::uint16}, {"ull", External::uint64},
    {"f", External::float32}, {"d", External::float64},
};

/// "16SU" and "16US": both orders are in use.
std::string sign_first(std::string_view suffix) {
    const bool ends_in_sign = suffix.size() > 1 && suffix.back() == 'u';
    return ends_in_sign ? "u" + std::string(suffix.substr(0, suffix.size() - 1))
                        : std::string(suffix);
}

std::optional<External> suffix_type(std::string_view suffix) {
    const std::string text = sign_first(suffix);
    const auto* const found = std::find_if(std::begin(integer_suffixes), std::end(integer_suffixes),
                                           [&](const Suffix& s) { return s.text == text; });
    if (found == std::end(integer_suffixes)) return std::nullopt;
    return found->type;
}

bool is_floating(External type) {
    return type == External::float32 || type == External::float64;
}

Status not_a_number(std::string_view text) {
    return {Code::enotnc, fmt::format("'{}' is not a number", text)};
}

/// Removes the sign, and returns whether it was a minus.
bool take_sign(std::string_view& text) {
    if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
    const bool is_negative = text.front() == '-';
    text.remove_prefix(1);
    return is_negative;
}

/// Reads a whole number: `text` without its sign, in lower case. Empty if it is not one.
std::optional<Result<Constant>> read_integer(std::string_view text, bool is_negative) {
    Constant constant;
    constant.is_negative = is_negative;
    const bool is_hexadecimal = text.starts_with("0x");
    const bool is_octal =
        !is_hexadecimal && text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
    std::string_view digits = text;
    if (is_hexadecimal) digits.remove_prefix(2);
    const int base = is_hexadecimal ? 16 : is_octal ? 8 : 10;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), constant.magnitude, base);
    if (end == digits.data()) return std::nullopt;
    const std::string_view rest(end, static_cast<std::size_t>(digits.data() + digits.size() - end));
    if (!rest.empty()) {
        constant.suffix = suffix_type(rest);
        if (!constant.suffix) return std::nullopt;
    }
    if (constant.suffix && is_floating(*constant.suffix)) return std::nullopt;
    if (error == std::errc()) return constant;
    if (base != 10 || constant.suffix)
        return Status(Code::erange, fmt::format("{} has more than 64 bits", text));
    constant.digits.assign(is_negative ? 1 : 0, '-');
    constant.digits += text;
    return constant;
}

Result<Constant> read_floating(std::string_view text, std::string_view whole) {
    Constant constant;
    constant.kind = ConstantKind::floating;
    if (!text.empty() && (text.back() == 'f' || text.back() == 'd')) {
        constant.suffix = text.back() == 'f' ? External::float32 : External::float64;
        text.remove_suffix(1);
    }
    double value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value);
    const bool begins_well =
        !text.empty() && ((text.front() >= '0' && text.front() <= '9') || text.front() == '.');
    const bool is_whole = !constant.suffix && text.find_first_of(".e") == std::string_view::npos;
    if (error == std::errc::invalid_argument || end != last || !begins_well || is_whole)
        return not_a_number(whole);
    constant.digits.assign(whole.front() == '-' ? 1 : 0, '-');
    constant.digits += text;
    return constant;
}

/// Whether a decimal number is out of range because it is too small.
bool is_tiny(std::string_view digits) {
    const std::size_t exponent_at = std::min(digits.find('e'), digits.size());
    const std::string_view mantissa = digits.substr(0, exponent_at);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) return true;
    std::string_view exponent = digits.substr(exponent_at);
    if (!exponent.empty()) exponent.remove_prefix(1);
    const bool is_negative = take_sign(exponent);
    std::int64_t value = 0;
    const auto [end, error] =
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
    if (error == std::errc::result_out_of_range) value = std::numeric_limits<int>::max();
    const auto shift = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
    return (is_negative ? -value : value) + shift < 0;
}

/// The nearest value of `T`; nothing if it is beyond the largest.
template <class T>
std::optional<T> nearest(std::string_view digits) {
    T value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc::result_out_of_range) return value;
    if (!is_tiny(digits)) return std::nullopt;
    return digits.front() == '-' ? -T{0} : T{0};
}

template <class T>
FileValue stored(T value) {
    FileValue file{};
    const auto native = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    if constexpr (std::endian::native == std::endian::little)
        std::reverse_copy(native.begin(), native.end(), file.begin());
    else
        std::copy(native.begin(), native.end(), file.begin());
    return file;
}

/// Integers hold a floating value between their limits, both extended by one: a value in between
/// loses only its fraction.
template <class T>
std::optional<T> truncated(double value) {
    const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
    const double below = std::is_signed_v<T> ? -above : 0.0;
    const double whole = std::trunc(value);
    if (!(whole < above && whole >= below)) return std::nullopt;
    return static_cast<T>(whole);
}

template <class T>
std::optional<T> as_integer(const Constant& constant) {
    if (!constant.digits.empty()) return std::nullopt;
    const auto highest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    if (!constant.is_negative || constant.magnitude == 0) {
        const bool by_bits = std::is_same_v<T, std::int8_t> || std::is_same_v<T, char>;
        if (constant.magnitude > (by_bits ? 255 : highest)) return std::nullopt;
        return static_cast<T>(constant.magnitude);
    }
    if (!std::is_signed_v<T> || constant.magnitude > highest + 1) return std::nullopt;
    return static_cast<T>(-constant.magnitude);
}

template <class T>
std::optional<T> as_floating(const Constant& constant) {
    if (constant.digits.empty()) {
        const T value = static_cast<T>(constant.magnitude);
        return constant.is_negative ? -value : value;
    }
    if (constant.suffix == External::float32 && !std::is_same_v<T, float>) {
        const std::optional<float> value = nearest<float>(constant.digits);
        return value ? std::optional<T>(*value) : std::nullopt;
    }
    return nearest<T>(constant.digits);
}

template <class T>
std::optional<FileValue> value_of(const Constant& constant) {
    std::optional<T> value;
    if constexpr (std::is_floating_point_v<T>) {
        if (constant.kind == ConstantKind::bits) {
            using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
            if (constant.magnitude > std::numeric_limits<Bits>::max()) return std::nullopt;
            return stored(static_cast<Bits>(constant.magnitude));
        }
        value = as_floating<T>(constant);
    } else if (constant.kind == ConstantKind::integer) {
        value = as_integer<T>(constant);
    } else if (constant.kind == ConstantKind::floating) {
        const std::optional<double> number = as_floating<double>(constant);
        if (number) value = truncated<T>(*number);
    }
    return value ? std::optional<FileValue>(stored(*value)) : std::nullopt;
}

std::optional<FileValue> value_of(const Constant& constant, External type) {
    using Convert = std::optional<FileValue> (*)(const Constant&);
    constexpr auto table = []<std::size_t... type_index>(std::index_sequence<type_index...>) {
        return std::array<Convert, sizeof...(type_index)>{
            &value_of<std::tuple_element_t<type_index, types::ExternalValues>>...};
    }
    (std::make_index_sequence<types::external_count>());
    return table[static_cast<std::size_t>(type) - 1](constant);
}

std::string text_of(const Constant& constant) {
    if (!constant.digits.empty()) return constant.digits;
    if (constant.kind == ConstantKind::bits) return fmt::format("{:#x}", constant.magnitude);
    return fmt::format("{}{}", constant.is_negative ? "-" : "", constant.magnitude);
}

}  // namespace

Result<Constant> read_number(std::string_view text) {
    if (text.size() > 1 && (text[0] == '+' || text[0] == '-') && (text[1] | 0x20) >= 'a') {
        const std::optional<Constant> special = read_special(text);
        if (special) return *special;
        return not_a_number(text);
    }
    const std::string word = lower(text);
    std::string_view number = word;
    const bool is_negative = take_sign(number);
    if (auto integer = read_integer(number, is_negative)) {
        if (!integer->ok() || !integer->value().suffix) return *integer;
        const External suffix = *integer->value().suffix;
        if (value_of(integer->value(), suffix)) return *integer;
        return Status(Code::erange, fmt::format("{} is beyond the type of its suffix, {}", text,
                                                types::name_of(suffix)));
    }
    return read_floating(number, word);
}

std::optional<Constant> read_special(std::string_view word) {
    std::string text = lower(word);
    std::string_view name = text;
    Constant constant;
    constant.kind = ConstantKind::floating;
    constant.digits.assign(take_sign(name) ? 1 : 0, '-');
    if (name.size() > 1 && name.back() == 'f' && name != "inf") {
        constant.suffix = External::float32;
        name.remove_suffix(1);
    }
    if (name != "nan" && name != "inf" && name != "infinity") return std::nullopt;
    constant.digits += name;
    return constant;
}

Constant constant_of_bits(const Constant& special, std::uint64_t bits) {
    Constant constant = special;
    constant.kind = ConstantKind::bits;
    constant.magnitude = bits;
    return constant;
}

Constant constant_of_byte(char byte) {
    Constant constant;
    constant.suffix = External::byte;
    constant.magnitude = static_cast<unsigned char>(byte);
    return constant;
}

External natural_type(const Constant& constant) {
    if (constant.suffix) return *constant.suffix;
    if (constant.kind != ConstantKind::integer) return External::float64;
    for (const External type :
         {External::int32, External::uint32, External::int64, External::uint64}) {
        if (value_of(constant, type)) return type;
    }
    return External::float64;
}

Result<FileValue> file_value(const Constant& constant, External type) {
    const std::optional<FileValue> value = value_of(constant, type);
    if (value) return *value;
    return Status(Code::erange, fmt::format("{} does not fit the type {}", text_of(constant),
                                            types::name_of(type)));
}

}  // namespace weft::cdl
