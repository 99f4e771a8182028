// SPDX-License-Identifier: BSD-3-Clause
// Attributes of new objects, in the form that netCDF-C gives them.
#pragma once

#include <string>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// Writes an attribute that a netCDF program has defined. Throws Failure.
void write_attribute(hid_t object, const DescribedAttribute& attribute);

// These write attributes of the conventions of netCDF-4 and of dimension scales.
void write_integers(hid_t object, const char* name, const std::vector<int>& values);
void write_integer(hid_t object, const char* name, int value);
/// Writes text with a zero byte at the end.
void write_text(hid_t object, const char* name, const std::string& text);
/// Gives such an attribute another text, as long as the one that it has.
void replace_text(hid_t object, const char* name, const std::string& text);

}  // namespace weft::hdf5
