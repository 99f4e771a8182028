// SPDX-License-Identifier: BSD-3-Clause
// The types that a file keeps under names. netCDF-C keeps each type there, and variables,
// attributes and other types have copies of them, which do not tell the name.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hdf5/books/api.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

class TypeNames {
public:
    void add(hid_t type, std::string name) {
        named_.push_back({TypeHandle(H5Tcopy(type)), std::move(name)});
    }
    /// Sets the name if it is known, that of the first of equal types.
    void find(hid_t type, std::string& name) const {
        const auto found = std::ranges::find_if(
            named_, [type](const Named& one) { return H5Tequal(one.type, type) > 0; });
        if (found != named_.end()) name = found->name;
    }

private:
    struct Named {
        TypeHandle type;
        std::string name;
    };
    std::vector<Named> named_;
};

}  // namespace weft::hdf5
