// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/method_entry.hpp"

#include <algorithm>

namespace weft::engine {

const MethodEntry* entry_of(Method method) {
    const auto number = static_cast<std::size_t>(method);
    return number == 0 ? nullptr : method_table()[number - 1];
}

const char* name_of(Method method) {
    const MethodEntry* const entry = entry_of(method);
    return entry == nullptr ? "automatic" : entry->name;
}

Method method_named(std::string_view name) {
    const auto table = method_table();
    const auto found = std::ranges::find(table, name, &MethodEntry::name);
    return found == table.end() ? Method::automatic
                                : static_cast<Method>(found - table.begin() + 1);
}

}  // namespace weft::engine
