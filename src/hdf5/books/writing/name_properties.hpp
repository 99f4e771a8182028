// SPDX-License-Identifier: BSD-3-Clause
// Names are UTF-8. libhdf5 notes that with an object or an attribute if it is asked to, and readers
// such as pyfive take other names for ASCII.
#pragma once

#include <algorithm>
#include <string_view>

#include "hdf5/books/api.hpp"
#include "hdf5/books/failure.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// The properties by which something of this name is created. The default ones if it is ASCII.
class NameProperties {
public:
    /// `of`: H5P_LINK_CREATE or H5P_ATTRIBUTE_CREATE.
    NameProperties(std::string_view name, hid_t of) {
        const auto is_ascii = [](char one) { return static_cast<unsigned char>(one) < 128; };
        if (std::ranges::all_of(name, is_ascii)) return;
        properties_ = PropertiesHandle(checked(H5Pcreate(of), "no properties of a name"));
        checked(H5Pset_char_encoding(properties_, H5T_CSET_UTF8), "no properties of a name");
    }
    operator hid_t() const { return properties_.is_open() ? hid_t{properties_} : H5P_DEFAULT; }

private:
    PropertiesHandle properties_;
};

}  // namespace weft::hdf5
