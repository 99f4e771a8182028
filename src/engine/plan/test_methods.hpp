// SPDX-License-Identifier: BSD-3-Clause
// For tests: the methods, as their table has them.
#pragma once

#include <vector>

#include "engine/plan/method_entry.hpp"

namespace weft::engine {

inline std::vector<Method> all_methods() {
    std::vector<Method> all;
    for (const MethodEntry* entry : method_table()) all.push_back(method_named(entry->name));
    return all;
}

/// All methods that the hint can ask for.
inline std::vector<Method> methods_and_automatic() {
    std::vector<Method> all = all_methods();
    all.insert(all.begin(), Method::automatic);
    return all;
}

inline bool brings_ranks_together(Method method) {
    return method != Method::automatic && entry_of(method)->needs.all_ranks;
}

}  // namespace weft::engine
