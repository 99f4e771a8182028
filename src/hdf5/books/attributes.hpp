// SPDX-License-Identifier: BSD-3-Clause
// The attributes of an object of the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hdf5/books/description.hpp"
#include "hdf5/books/handle.hpp"
#include "hdf5/books/type_names.hpp"

namespace weft::hdf5 {

/// The facts about a file that its attributes depend on.
struct AttributeFile {
    std::int64_t file_bytes = 0;
    const TypeNames& type_names;
    std::string& untold;  // gets what is not described
};

/// The attributes that a netCDF program sees, in the order of their creation if the file has noted
/// it. Throws Failure.
std::vector<DescribedAttribute> describe_attributes(hid_t object, const AttributeFile& file);

/// The number of a dataset's attributes by which netCDF-4 keeps dimensions.
int count_marks(hid_t dataset);
bool has_attribute(hid_t object, const char* name);
/// The text of an attribute; empty if it has none.
std::string text_attribute(hid_t object, const char* name);
/// The integers of an attribute; none if it has none.
std::vector<std::int64_t> integer_attribute(hid_t object, const char* name);

}  // namespace weft::hdf5
