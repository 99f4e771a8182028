// SPDX-License-Identifier: BSD-3-Clause
// Output arguments, all of which may be NULL.
#pragma once

#include <cstring>
#include <string_view>

namespace weft::capi {

template <class To, class From>
void answer(To* target, From value) {
    if (target != nullptr) *target = static_cast<To>(value);
}

/// The caller's array is long enough by contract (NC_MAX_NAME + 1 for names).
inline void answer_text(char* target, std::string_view text) {
    if (target == nullptr) return;
    std::memcpy(target, text.data(), text.size());
    target[text.size()] = '\0';
}

}  // namespace weft::capi
