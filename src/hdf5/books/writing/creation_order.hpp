// SPDX-License-Identifier: BSD-3-Clause
// Objects of netCDF have an order, which libhdf5 notes if it is asked to.
#pragma once

#include "hdf5/books/api.hpp"
#include "hdf5/books/failure.hpp"

namespace weft::hdf5 {

inline constexpr unsigned noted_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;

/// Tracks the creation order of the attributes of an object that is created with these properties.
inline void note_attribute_order(hid_t creation) {
    checked(H5Pset_attr_creation_order(creation, noted_order), "no order of attributes");
}

/// Tracks the creation order of a group's members, and of its attributes.
inline void note_creation_order(hid_t creation) {
    checked(H5Pset_link_creation_order(creation, noted_order), "no order of objects");
    note_attribute_order(creation);
}

}  // namespace weft::hdf5
