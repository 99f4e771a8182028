// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/checked.hpp"
#include "hdf5/books/failure.hpp"
#include "hdf5/books/listing.hpp"
#include "hdf5/books/reserved_names.hpp"
#include "hdf5/books/strings.hpp"
#include "hdf5/books/types.hpp"

namespace weft::hdf5 {
namespace {

using types::External;

/// The names of attributes that netCDF reserves, for dimensions, for what wrote the file and for
/// its storage. netCDF-4 keeps the dimensions of datasets by them.
constexpr std::array marks = {"CLASS",          "NAME",          "DIMENSION_LIST",
                              "REFERENCE_LIST", "_Netcdf4Dimid", "_Netcdf4Coordinates"};

/// The number of values. Attributes of netCDF have at most one dimension; those of other programs
/// may have more, and then all values count, in the order of the file.
std::int64_t value_count(hid_t attribute) {
    const SpaceHandle space(H5Aget_space(attribute));
    const H5S_class_t form = H5Sget_simple_extent_type(space);
    if (form == H5S_NULL) return 0;
    return form == H5S_SCALAR
               ? 1
               : checked(H5Sget_simple_extent_npoints(space), "an attribute has no extent");
}

bool has_several_dimensions(hid_t attribute) {
    return H5Sget_simple_extent_ndims(SpaceHandle(H5Aget_space(attribute))) > 1;
}

/// A single string is text. It was one of any length, or one of an array.
void take_text(DescribedAttribute& its, const std::string& text) {
    its.is_string = true;
    its.type.number = static_cast<int>(External::character);
    its.count = std::ssize(text);
    const auto bytes = std::as_bytes(std::span(text));
    its.values.assign(bytes.begin(), bytes.end());
    its.strings.clear();
}

void read_text(hid_t attribute, hid_t type, DescribedAttribute& its) {
    std::vector<std::string> strings = read_strings(
        type, static_cast<std::size_t>(its.count),
        [&](hid_t memory_type, void* memory) { return H5Aread(attribute, memory_type, memory); });
    its.strings = std::move(strings);
    if (its.count == 1) take_text(its, its.strings.front());
}

bool is_array(hid_t attribute) {
    return H5Sget_simple_extent_type(SpaceHandle(H5Aget_space(attribute))) == H5S_SIMPLE;
}

/// As in netCDF-C, text of a fixed length keeps all its bytes, zeros included.
void read_fixed_text(hid_t attribute, hid_t type, DescribedAttribute& its) {
    its.is_string = is_array(attribute);
    its.values.resize(H5Tget_size(type));
    checked(H5Aread(attribute, type, its.values.data()), "the text of an attribute cannot be read");
    its.type.number = static_cast<int>(External::character);
    its.count = std::ssize(its.values);
}

void read_characters(hid_t attribute, hid_t type, DescribedAttribute& its) {
    its.values.resize(static_cast<std::size_t>(its.count));
    if (its.count > 0)
        checked(H5Aread(attribute, type, its.values.data()), "an attribute cannot be read");
}

void read_numbers(hid_t attribute, External external, DescribedAttribute& its) {
    its.values.resize(static_cast<std::size_t>(its.count * types::size_of(external)));
    if (its.count > 0)
        checked(H5Aread(attribute, native_type(external), its.values.data()),
                "the numbers of an attribute cannot be read");
}

void read_enumeration(hid_t attribute, hid_t type, DescribedAttribute& its) {
    const TypeHandle native(H5Tget_native_type(type, H5T_DIR_ASCEND));
    its.values.resize(static_cast<std::size_t>(its.count) * H5Tget_size(native));
    if (its.count > 0)
        checked(H5Aread(attribute, native, its.values.data()), "an attribute cannot be read");
}

/// Fails if the file cannot hold so many values, so that no memory is allocated for them.
void check_count(std::int64_t count, hid_t type, std::int64_t file_bytes) {
    const auto bytes = checked_mul(count, static_cast<std::int64_t>(H5Tget_size(type)));
    if (count < 0 || !bytes || *bytes > file_bytes)
        throw Failure({Code::ehdferr, fmt::format("{} values do not fit into the file", count)});
}

DescribedAttribute describe(hid_t attribute, std::string name, const AttributeFile& file) {
    DescribedAttribute its{.name = std::move(name)};
    const TypeHandle type(checked(H5Aget_type(attribute), "an attribute has no type"));
    its.type = describe_type(type);
    if (its.type.number == 0) file.type_names.find(type, its.type.foreign.name);
    its.count = value_count(attribute);
    if (has_several_dimensions(attribute)) file.untold = "an attribute has several dimensions";
    check_count(its.count, type, file.file_bytes);
    const bool is_text = H5Tget_class(type) == H5T_STRING;
    const bool has_length = is_text && H5Tis_variable_str(type) == 0;
    const auto external = types::external_from_number(its.type.number);
    if (is_text && its.count == 0) {
        take_text(its, {});
        its.is_string = !has_length;
    } else if (has_length && its.count == 1)
        read_fixed_text(attribute, type, its);
    else if (external == External::character)
        read_characters(attribute, type, its);
    else if (is_text)
        read_text(attribute, type, its);
    else if (external)
        read_numbers(attribute, *external, its);
    else if (its.type.foreign.has_integers())
        read_enumeration(attribute, type, its);
    return its;
}

herr_t take_name(hid_t /*object*/, const char* name, const H5A_info_t* info, void* listed) {
    static_cast<std::vector<Listed>*>(listed)->push_back(
        {.name = name, .has_order = info->corder_valid > 0, .order = info->corder});
    return 0;
}

/// Whether libhdf5 knows the order of the attributes. If there are so many that they are in a heap,
/// its order means nothing, unless the file tracks the order of creation.
bool tells_order(hid_t object, std::size_t count) {
    const PropertiesHandle creation(H5Iget_type(object) == H5I_GROUP ? H5Gget_create_plist(object)
                                                                     : H5Dget_create_plist(object));
    unsigned flags = 0;
    unsigned most_in_header = 0;
    unsigned least_in_heap = 0;
    if (H5Pget_attr_creation_order(creation, &flags) < 0 ||
        H5Pget_attr_phase_change(creation, &most_in_header, &least_in_heap) < 0)
        return false;
    return (flags & H5P_CRT_ORDER_TRACKED) != 0 || count <= most_in_header;
}

std::vector<std::string> attributes_in_order(hid_t object) {
    std::vector<Listed> attributes;
    hsize_t place = 0;
    checked(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE, &place, take_name, &attributes),
            "the attributes cannot be listed");
    // Otherwise as libhdf5 finds them, and netCDF-C tells them.
    if (tells_order(object, attributes.size())) put_in_order(attributes);
    return names_of(std::move(attributes));
}

AttributeHandle open_attribute(hid_t object, const char* name) {
    return AttributeHandle(H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT)
                                                       : H5I_INVALID_HID);
}

}  // namespace

std::vector<DescribedAttribute> describe_attributes(hid_t object, const AttributeFile& file) {
    std::vector<DescribedAttribute> described;
    for (const std::string& name : attributes_in_order(object)) {
        if (is_reserved(name)) continue;
        const AttributeHandle attribute(
            checked(H5Aopen(object, name.c_str(), H5P_DEFAULT), "an attribute cannot be opened"));
        try {
            described.push_back(describe(attribute, name, file));
        } catch (const Failure& failure) {
            throw Failure({failure.status().code(),
                           "attribute '" + name + "': " + failure.status().context()});
        }
    }
    return described;
}

int count_marks(hid_t dataset) {
    return static_cast<int>(std::ranges::count_if(
        marks, [&](const char* name) { return has_attribute(dataset, name); }));
}

bool has_attribute(hid_t object, const char* name) {
    return H5Aexists(object, name) > 0;
}

std::string text_attribute(hid_t object, const char* name) {
    const AttributeHandle attribute = open_attribute(object, name);
    if (!attribute.is_open()) return {};
    const TypeHandle type(H5Aget_type(attribute));
    if (H5Tget_class(type) != H5T_STRING || value_count(attribute) != 1) return {};
    return read_strings(type, 1,
                        [&](hid_t memory_type, void* memory) {
                            return H5Aread(attribute, memory_type, memory);
                        })
        .front();
}

std::vector<std::int64_t> integer_attribute(hid_t object, const char* name) {
    const AttributeHandle attribute = open_attribute(object, name);
    if (!attribute.is_open()) return {};
    const TypeHandle type(H5Aget_type(attribute));
    if (H5Tget_class(type) != H5T_INTEGER) return {};
    std::vector<std::int64_t> values(static_cast<std::size_t>(value_count(attribute)));
    if (!values.empty())
        checked(H5Aread(attribute, H5T_NATIVE_INT64, values.data()), "an attribute cannot be read");
    return values;
}

}  // namespace weft::hdf5
