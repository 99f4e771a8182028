// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/writing/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "hdf5/books/failure.hpp"
#include "hdf5/books/types.hpp"
#include "hdf5/books/writing/name_properties.hpp"

namespace weft::hdf5 {
namespace {

void write_values(hid_t object, std::string_view name, hid_t type, hid_t space,
                  const void* values) {
    const std::string text(name);
    const NameProperties creation(name, H5P_ATTRIBUTE_CREATE);
    const AttributeHandle attribute(
        checked(H5Acreate2(object, text.c_str(), type, space, creation, H5P_DEFAULT),
                "an attribute cannot be made"));
    if (values != nullptr)
        checked(H5Awrite(attribute, type, values), "an attribute cannot be written");
}

TypeHandle text_type(std::size_t bytes) {
    TypeHandle type(checked(H5Tcopy(H5T_C_S1), "no type of text"));
    checked(H5Tset_size(type, bytes), "no type of text");
    return type;
}

SpaceHandle list_of(std::size_t count) {
    const hsize_t length = count;
    return SpaceHandle(checked(H5Screate_simple(1, &length, nullptr), "no list of values"));
}
SpaceHandle one_value() {
    return SpaceHandle(checked(H5Screate(H5S_SCALAR), "no single value"));
}
SpaceHandle no_value() {
    return SpaceHandle(checked(H5Screate(H5S_NULL), "no empty list"));
}

/// Writes one string of variable length, as netCDF-C does for an attribute of one NC_STRING.
void write_string(hid_t object, const DescribedAttribute& attribute) {
    const std::string text(reinterpret_cast<const char*>(attribute.values.data()),
                           attribute.values.size());
    const char* const pointer = text.c_str();
    const TypeHandle type = text_type(H5T_VARIABLE);
    checked(H5Tset_cset(type, H5T_CSET_UTF8), "no type of text");
    write_values(object, attribute.name, type, one_value(), &pointer);
}

}  // namespace

void write_attribute(hid_t object, const DescribedAttribute& attribute) {
    const auto external = types::external_from_number(attribute.type.number);
    if (!external)
        throw Failure({Code::ebadtype, fmt::format("attribute '{}': its type is {}, which is never "
                                                   "written",
                                                   attribute.name, attribute.type.foreign.name)});
    if (attribute.is_string) return write_string(object, attribute);
    const bool is_text = *external == types::External::character;
    const std::size_t count = static_cast<std::size_t>(attribute.count);
    const TypeHandle type = is_text ? text_type(std::max<std::size_t>(count, 1))
                                    : TypeHandle(H5Tcopy(native_type(*external)));
    if (count == 0) return write_values(object, attribute.name, type, no_value(), nullptr);
    write_values(object, attribute.name, type, is_text ? one_value() : list_of(count),
                 attribute.values.data());
}

void write_integers(hid_t object, const char* name, const std::vector<int>& values) {
    write_values(object, name, H5T_NATIVE_INT, list_of(values.size()), values.data());
}

void write_integer(hid_t object, const char* name, int value) {
    write_values(object, name, H5T_NATIVE_INT, one_value(), &value);
}

void write_text(hid_t object, const char* name, const std::string& text) {
    write_values(object, name, text_type(text.size() + 1), one_value(), text.c_str());
}

void replace_text(hid_t object, const char* name, const std::string& text) {
    const AttributeHandle attribute(
        checked(H5Aopen(object, name, H5P_DEFAULT), "an attribute cannot be opened"));
    checked(H5Awrite(attribute, text_type(text.size() + 1), text.c_str()),
            "an attribute cannot be written");
}

}  // namespace weft::hdf5
