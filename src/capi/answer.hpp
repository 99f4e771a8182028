// SPDX-License-Identifier: BSD-3-Clause
// Output arguments, all of which may be NULL.
#pragma once

#include <pnetcdf.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace weft::capi {

template <class To, class From>
void answer(To* target, From value) {
    if (target != nullptr) *target = static_cast<To>(value);
}

/// The caller's array is long enough by contract.
inline void answer_text(char* target, std::string_view text) {
    if (target == nullptr) return;
    std::memcpy(target, text.data(), text.size());
    target[text.size()] = '\0';
}

/// A name, for which the caller's array has NC_MAX_NAME + 1 bytes by contract. Names of other
/// formats may be longer, as those of groups within groups, and are cut behind a whole character.
inline void answer_name(char* target, std::string_view name) {
    std::size_t length = std::min<std::size_t>(name.size(), NC_MAX_NAME);
    const auto is_inside = [&] {
        return (static_cast<unsigned char>(name[length]) & 0xC0U) == 0x80U;
    };
    while (length > 0 && length < name.size() && is_inside()) --length;
    answer_text(target, name.substr(0, length));
}

}  // namespace weft::capi
