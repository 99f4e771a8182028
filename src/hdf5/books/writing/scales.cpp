// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/writing/scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>

#include "hdf5/books/failure.hpp"
#include "hdf5/books/writing/attributes.hpp"
#include "hdf5/books/writing/creation_order.hpp"
#include "hdf5/books/writing/name_properties.hpp"

namespace weft::hdf5 {
namespace {

// The words of netCDF-C, which readers know.
constexpr const char* no_variable = "This is a netCDF dimension but not a netCDF variable.";
constexpr const char* not_coordinate = "_nc4_non_coord_";
/// The chunk length of a growing dimension without a variable. Nothing is stored in it.
constexpr hsize_t chunk_of_plain_dimension = 1024;

/// An entry of the attribute REFERENCE_LIST, as HDF5's library has it.
struct Reference {
    hobj_ref_t dataset = 0;
    int dimension = 0;
};

DatasetHandle open_dataset(hid_t file, const std::string& object) {
    return DatasetHandle(
        checked(H5Dopen2(file, object.c_str(), H5P_DEFAULT), "a dataset cannot be opened"));
}

hobj_ref_t reference_to(hid_t dataset) {
    hobj_ref_t reference = 0;
    checked(H5Rcreate(&reference, dataset, ".", H5R_OBJECT, H5I_INVALID_HID),
            "a dataset cannot be referred to");
    return reference;
}

/// What is said of a dimension without a variable.
std::string plain_name(const DescribedDimension& its) {
    return fmt::format("{}{:10d}", no_variable, its.length);
}

void become_scale(hid_t dataset, const std::string& name, int dimension) {
    write_text(dataset, "CLASS", "DIMENSION_SCALE");
    write_text(dataset, "NAME", name);
    write_integer(dataset, "_Netcdf4Dimid", dimension);
}

AttributeHandle make_list(hid_t dataset, const char* name, hid_t type, std::size_t count) {
    const hsize_t length = count;
    const SpaceHandle space(checked(H5Screate_simple(1, &length, nullptr), "no list of values"));
    return AttributeHandle(checked(H5Acreate2(dataset, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
                                   "an attribute cannot be made"));
}

}  // namespace

Scales::Scales(hid_t file, const Description& description)
    : file_(file),
      list_of_references_(checked(H5Tvlen_create(H5T_STD_REF_OBJ), "no type of references")),
      description_(description),
      coordinates_(description.dimensions.size(), none),
      is_hidden_(description.variables.size(), false),
      variables_(description.variables.size()),
      scales_(description.dimensions.size()) {
    std::map<std::string, int> dimensions;
    for (std::size_t i = 0; i < description.dimensions.size(); ++i)
        dimensions[description.dimensions[i].name] = static_cast<int>(i);
    for (std::size_t i = 0; i < description.variables.size(); ++i) {
        const DescribedVariable& its = description.variables[i];
        const auto namesake = dimensions.find(its.name);
        if (namesake == dimensions.end()) continue;
        if (!its.dimensions.empty() && its.dimensions.front() == namesake->second)
            coordinates_[static_cast<std::size_t>(namesake->second)] = static_cast<int>(i);
        else
            is_hidden_[i] = true;
    }
}

std::string Scales::object_of(int id) const {
    const std::string& name = variable(id).name;
    if (!is_hidden_[static_cast<std::size_t>(id)]) return "/" + name;
    const std::size_t own = name.rfind('/') + 1;
    return "/" + name.substr(0, own) + not_coordinate + name.substr(own);
}

std::string Scales::object_of_dimension(int dimension) const {
    return "/" + description_.dimensions[static_cast<std::size_t>(dimension)].name;
}

bool Scales::stands_for_dimension(int id) const {
    const std::vector<int>& dimensions = variable(id).dimensions;
    return !dimensions.empty() && coordinates_[static_cast<std::size_t>(dimensions.front())] == id;
}

void Scales::make_plain_dimensions() {
    for (std::size_t i = 0; i < coordinates_.size(); ++i)
        if (coordinates_[i] == none) make_plain_dimension(static_cast<int>(i));
}

void Scales::make_plain_dimension(int dimension) {
    const DescribedDimension& its = description_.dimensions[static_cast<std::size_t>(dimension)];
    const auto length = static_cast<hsize_t>(its.length);
    const hsize_t longest = its.is_unlimited ? H5S_UNLIMITED : length;
    const SpaceHandle space(checked(H5Screate_simple(1, &length, &longest), "no dimension"));
    const PropertiesHandle creation(H5Pcreate(H5P_DATASET_CREATE));
    note_attribute_order(creation);
    checked(H5Pset_obj_track_times(creation, false), "no dimension");
    if (its.is_unlimited)
        checked(H5Pset_chunk(creation, 1, &chunk_of_plain_dimension), "no dimension");
    const NameProperties link(its.name, H5P_LINK_CREATE);
    const DatasetHandle dataset(
        checked(H5Dcreate2(file_, object_of_dimension(dimension).c_str(), H5T_IEEE_F32BE, space,
                           link, creation, H5P_DEFAULT),
                "a dimension cannot be made"));
    become_scale(dataset, plain_name(its), dimension);
    scales_[static_cast<std::size_t>(dimension)] = reference_to(dataset);
}

/// A dimension that a variable stands for grows with that.
void Scales::lengthen(int dimension) const {
    if (coordinates_[static_cast<std::size_t>(dimension)] != none) return;
    const DescribedDimension& its = description_.dimensions[static_cast<std::size_t>(dimension)];
    const DatasetHandle dataset = open_dataset(file_, object_of_dimension(dimension));
    const auto length = static_cast<hsize_t>(its.length);
    checked(H5Dset_extent(dataset, &length), "a dimension cannot grow");
    replace_text(dataset, "NAME", plain_name(its));
}

void Scales::mark(int id, hid_t dataset) const {
    if (!stands_for_dimension(id)) return;
    const DescribedVariable& its = variable(id);
    become_scale(dataset, its.name.substr(its.name.rfind('/') + 1), its.dimensions.front());
    // A scale cannot have scales, so the conventions have this attribute.
    if (its.dimensions.size() > 1) write_integers(dataset, "_Netcdf4Coordinates", its.dimensions);
}

void Scales::name_scales_of(int id, hid_t dataset) const {
    std::vector<hobj_ref_t> references;
    for (const int dimension : variable(id).dimensions)
        references.push_back(scales_[static_cast<std::size_t>(dimension)]);
    std::vector<hvl_t> lists;
    for (hobj_ref_t& one : references) lists.push_back({.len = 1, .p = &one});
    const AttributeHandle list =
        make_list(dataset, "DIMENSION_LIST", list_of_references_, lists.size());
    checked(H5Awrite(list, list_of_references_, lists.data()),
            "the scales of a variable cannot be written");
}

void Scales::connect(int id, hid_t dataset) {
    const std::vector<int>& dimensions = variable(id).dimensions;
    if (dimensions.empty()) return;
    variables_[static_cast<std::size_t>(id)] = reference_to(dataset);
    if (stands_for_dimension(id)) {
        scales_[static_cast<std::size_t>(dimensions.front())] =
            variables_[static_cast<std::size_t>(id)];
        return;
    }
    const bool are_there = std::ranges::all_of(dimensions, [&](int dimension) {
        return scales_[static_cast<std::size_t>(dimension)] != 0;
    });
    if (are_there)
        name_scales_of(id, dataset);
    else
        waiting_.push_back(id);
}

void Scales::name_users_of(int dimension, const std::vector<Use>& uses) const {
    std::vector<Reference> references;
    for (const Use& use : uses)
        references.push_back(
            {.dataset = variables_[static_cast<std::size_t>(use.variable)], .dimension = use.axis});
    const TypeHandle type(checked(H5Tcreate(H5T_COMPOUND, sizeof(Reference)), "no type"));
    checked(H5Tinsert(type, "dataset", HOFFSET(Reference, dataset), H5T_STD_REF_OBJ), "no type");
    checked(H5Tinsert(type, "dimension", HOFFSET(Reference, dimension), H5T_NATIVE_INT), "no type");
    const int coordinate = coordinates_[static_cast<std::size_t>(dimension)];
    const DatasetHandle dataset = open_dataset(
        file_, coordinate == none ? object_of_dimension(dimension) : object_of(coordinate));
    const AttributeHandle list = make_list(dataset, "REFERENCE_LIST", type, references.size());
    checked(H5Awrite(list, type, references.data()), "the users of a scale cannot be written");
}

void Scales::connect_rest() {
    for (const int id : waiting_) name_scales_of(id, open_dataset(file_, object_of(id)));
    std::vector<std::vector<Use>> uses(coordinates_.size());
    for (int id = 0; id < static_cast<int>(description_.variables.size()); ++id) {
        const std::vector<int>& dimensions = variable(id).dimensions;
        if (dimensions.empty() || stands_for_dimension(id)) continue;
        for (std::size_t axis = 0; axis < dimensions.size(); ++axis)
            uses[static_cast<std::size_t>(dimensions[axis])].push_back(
                {.variable = id, .axis = static_cast<int>(axis)});
    }
    for (std::size_t i = 0; i < uses.size(); ++i)
        if (!uses[i].empty()) name_users_of(static_cast<int>(i), uses[i]);
}

}  // namespace weft::hdf5
