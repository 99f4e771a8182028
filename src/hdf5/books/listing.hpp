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

/// False if the file has noted no order; then they stay as they are.
inline bool put_in_order(std::vector<Listed>& all) {
    if (!std::ranges::all_of(all, &Listed::has_order)) return false;
    std::ranges::stable_sort(all, {}, &Listed::order);
    return true;
}

inline std::vector<std::string> names_of(std::vector<Listed> all) {
    std::vector<std::string> names;
    for (Listed& one : all) names.push_back(std::move(one.name));
    return names;
}

}  // namespace weft::hdf5
