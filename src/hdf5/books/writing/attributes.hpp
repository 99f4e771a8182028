// SPDX-License-Identifier: BSD-3-Clause
// Attributes of new objects, in the form that netCDF-C gives them.
#pragma once

#include <string>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// As a program of netCDF defines it. Throws Failure.
void write_attribute(hid_t object, const DescribedAttribute& attribute);

// Of the conventions of netCDF-4 and of dimension scales.
void write_integers(hid_t object, const char* name, const std::vector<int>& values);
void write_integer(hid_t object, const char* name, int value);
/// With a zero byte at the end.
void write_text(hid_t object, const char* name, const std::string& text);

}  // namespace weft::hdf5
