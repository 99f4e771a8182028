// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/number_text.hpp"

namespace weft::tools {
namespace {

std::string_view suffix_of(types::External type) {
    using enum types::External;
    switch (type) {
        case byte:
            return "b";
        case int16:
            return "s";
        case float32:
            return "f";
        case uint8:
            return "UB";
        case uint16:
            return "US";
        case uint32:
            return "U";
        case int64:
            return "LL";
        case uint64:
            return "ULL";
        case character:
        case int32:
        case float64:
            break;
    }
    return "";
}

/// A floating number has a decimal point: 1 becomes "1.", 1e+20 becomes "1.e+20".
char* insert_point(char* begin, char* end) {
    char* mantissa_end = std::find(begin, end, 'e');
    if (std::find(begin, mantissa_end, '.') != mantissa_end) return end;
    std::copy_backward(mantissa_end, end, end + 1);
    *mantissa_end = '.';
    return end + 1;
}

template <class T>
char* write_typed(char* begin, types::External type, T value, Digits digits) {
    char* end = write_number(begin, value, digits);
    if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) return end;  // shows its type already
        end = insert_point(begin, end);
    }
    const std::string_view suffix = suffix_of(type);
    return std::copy(suffix.begin(), suffix.end(), end);
}

}  // namespace

std::string_view write_typed_number(std::array<char, number_room>& room, types::External type,
                                    const std::byte* value, Digits digits) {
    char* begin = room.data();
    const char* end = with_value_type(type, [&]<class T>(std::type_identity<T>) {
        return write_typed(begin, type, load<T>(value), digits);
    });
    return {begin, end};
}

}  // namespace weft::tools
