// SPDX-License-Identifier: BSD-3-Clause
// Types of HDF5 in the words of netCDF.
#pragma once

#include <string>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// A type of the classic model, or another one with what is known of it. Throws Failure.
DescribedType describe_type(hid_t type);

/// The type of the elements of an array; of another type a copy.
TypeHandle element_of(hid_t type);

/// The type of libhdf5 in which this machine holds values of an external type.
hid_t native_type(types::External type);

/// Whether the values are strings, of fixed or variable length.
bool is_string(const DescribedType& type);

}  // namespace weft::hdf5
