// SPDX-License-Identifier: BSD-3-Clause
// The attributes of an object of the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// Those that a program of netCDF sees, in the order of their creation where the file has noted it.
/// `is_group`: not of a variable. `file_bytes`: of the file. Throws Failure.
std::vector<DescribedAttribute> describe_attributes(hid_t object, bool is_group,
                                                    std::int64_t file_bytes);

bool has_attribute(hid_t object, const char* name);
/// The text of an attribute; empty if it has none.
std::string text_attribute(hid_t object, const char* name);
/// The integers of an attribute; none if it has none.
std::vector<std::int64_t> integer_attribute(hid_t object, const char* name);

}  // namespace weft::hdf5
