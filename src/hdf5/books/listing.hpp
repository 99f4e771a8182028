// SPDX-License-Identifier: BSD-3-Clause
// The names of links and of attributes, in the order of their creation where the file has noted it.
//
// libhdf5 is asked for them in the order in which it finds them, and they are put in order here:
// for any other order it makes a table, and of a table that it could not fill, because the file is
// damaged, libhdf5 1.10 frees what was never there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace weft::hdf5 {

struct Listed {
    std::string name;
    bool has_order = false;
    std::int64_t order = 0;
};

/// By name where the file has noted no order; libhdf5 then says nothing of it, or the same of all.
inline std::vector<std::string> names_in_order(std::vector<Listed> all) {
    std::ranges::stable_sort(all, {}, &Listed::order);
    const bool has_order = std::ranges::all_of(all, &Listed::has_order) &&
                           std::ranges::adjacent_find(all, {}, &Listed::order) == all.end();
    if (!has_order) std::ranges::sort(all, {}, &Listed::name);
    std::vector<std::string> names;
    for (Listed& one : all) names.push_back(std::move(one.name));
    return names;
}

}  // namespace weft::hdf5
