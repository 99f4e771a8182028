// SPDX-License-Identifier: BSD-3-Clause
// The property by which libhdf5 hands a driver the object that it works with: its address.
#pragma once

#include <new>

#include "hdf5/books/api.hpp"

namespace weft::hdf5 {

template <class State>
struct StateProperty {
    static void* copy(const void* property) {
        return new (std::nothrow) State*(*static_cast<State* const*>(property));
    }
    static herr_t free(void* property) {
        delete static_cast<State**>(property);
        return 0;
    }
    /// Null where there is none, as for a file behind an external link.
    static State* of(hid_t access) {
        const auto* const known = static_cast<State* const*>(H5Pget_driver_info(access));
        return known == nullptr ? nullptr : *known;
    }
    static void add_to(H5FD_class_t& driver) {
        driver.fapl_size = sizeof(State*);
        driver.fapl_copy = copy;
        driver.fapl_free = free;
    }
};

}  // namespace weft::hdf5
