// SPDX-License-Identifier: BSD-3-Clause
// Groups are names with slashes: those of their variables, dimensions and attributes begin with the
// group's path. A name of a netCDF object has no slash, so nothing is ambiguous.
//
// What a newer libhdf5 has written, in a form that this one does not know, is there under its name,
// of a type that is not known or with values that are refused, and the rest of the file is read.
// Without its attributes a variable has no values either: they could say what its numbers mean.
#include "hdf5/books/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hdf5/books/attributes.hpp"
#include "hdf5/books/dimensions.hpp"
#include "hdf5/books/failure.hpp"
#include "hdf5/books/listing.hpp"
#include "hdf5/books/type_names.hpp"
#include "hdf5/books/types.hpp"

namespace weft::hdf5 {
namespace {

// netCDF-C gives a variable this name where a dimension that it does not belong to has its name.
constexpr std::string_view not_coordinate = "_nc4_non_coord_";

struct DatasetFound {
    std::string name;    // its own, without the group's path
    std::string object;  // the path in the file
    bool is_variable = true;
    std::string unknown = {};  // why libhdf5 cannot open it; empty: it can
};

struct GroupFound {
    std::string prefix;  // "", or the path with a slash behind it
    std::vector<DatasetFound> datasets = {};
    std::vector<GroupFound> groups = {};
};

/// Links to other files are left out, and soft links that lead nowhere, or into another file: the
/// driver opens none.
herr_t take_link(hid_t group, const char* name, const H5L_info_t* info, void* listed) {
    const bool leads_somewhere =
        info->type == H5L_TYPE_HARD ||
        (info->type == H5L_TYPE_SOFT && H5Oexists_by_name(group, name, H5P_DEFAULT) > 0);
    if (leads_somewhere)
        static_cast<std::vector<Listed>*>(listed)->push_back(
            {.name = name, .has_order = info->corder_valid > 0, .order = info->corder});
    return 0;
}

std::vector<std::string> links_in_order(hid_t group) {
    std::vector<Listed> links;
    hsize_t place = 0;
    checked(H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, &place, take_link, &links),
            "a group cannot be listed");
    if (!put_in_order(links)) std::ranges::sort(links, {}, &Listed::name);
    return names_of(std::move(links));
}

std::size_t count_of_links(hid_t group) {
    H5G_info_t info;
    checked(H5Gget_info(group, &info), "a group cannot be looked at");
    return info.nlinks;
}

/// Whether the object has other names than this one.
bool is_one_of_several(hid_t group, const std::string& name, hid_t object) {
    H5L_info_t link;
    H5O_info_t its;
    checked(H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT), "a link cannot be looked at");
    // Asks for no more: libhdf5 would walk over the index of all chunks to tell how long it is.
    checked(H5Oget_info2(object, &its, H5O_INFO_BASIC), "it cannot be looked at");
    return link.type != H5L_TYPE_HARD || its.rc > 1;
}

/// Whether netCDF has types of this kind.
bool is_of_netcdf(hid_t type) {
    switch (H5Tget_class(type)) {
        case H5T_REFERENCE:
        case H5T_BITFIELD:
        case H5T_ARRAY:
        case H5T_TIME:
            return false;
        default:
            return true;
    }
}

/// A variable that netCDF-C passes over. Its dimensions are numbered behind those of the others,
/// which so have the numbers that they have there.
struct PassedOver {
    std::string object;
    std::string prefix;  // of its group
};

/// Failures tell the object.
template <class Work>
auto about(const std::string& object, Work&& work) {
    try {
        return work();
    } catch (const Failure& failure) {
        throw Failure(
            {failure.status().code(), fmt::format("'{}': {}", object, failure.status().context())});
    }
}

/// The kind of an object that cannot be opened, as far as it can be known.
H5O_type_t kind_of_unknown(hid_t group, const std::string& name) {
    H5O_info_t info;
    const herr_t told =
        H5Oget_info_by_name2(group, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT);
    return told < 0 ? H5O_TYPE_UNKNOWN : info.type;
}

model::ForeignType unknown_type(const std::string& name) {
    return {.type_class = model::TypeClass::other, .name = name};
}

/// First all scales are found, because variables may name those of any group.
class Survey {
public:
    Survey(hid_t file, const FileRange& range) : file_(file), range_(range) {}

    Description describe() {
        GroupFound root;
        const GroupHandle group(checked(H5Gopen2(file_, "/", H5P_DEFAULT), "there is no group"));
        look_into(group, root);
        dimensions_.number();
        find_dimensions(root);
        for (const PassedOver& one : passed_over_)
            about(one.object, [&] { set_dimensions(open(one.object), one.object, one.prefix); });
        description_.is_classic_model = has_attribute(group, "_nc3_strict");
        describe_origin(group);
        describe_group(group, root);
        if (dimensions_.has_more_scales())
            description_.untold = "a dimension of a variable has several scales";
        description_.dimensions = dimensions_.take();
        return std::move(description_);
    }

private:
    static constexpr std::size_t deepest = 64;
    /// Few links to the same groups, one within the other, make very many.
    static constexpr int most_groups = 1 << 20;
    /// The number of attributes by which a file counts as netCDF-4, as in netCDF-C: a single one
    /// may be there by chance. A file of the classic model, which has an attribute of its own, does
    /// not count.
    static constexpr int enough_marks = 2;

    void describe_origin(hid_t root) {
        model::Origin& its = description_.origin;
        its.properties = text_attribute(root, "_NCProperties");
        its.is_netcdf4 = !description_.is_classic_model && marks_ >= enough_marks;
        H5F_info2_t info;
        checked(H5Fget_info2(file_, &info), "the file cannot be looked at");
        its.superblock_version = static_cast<int>(info.super.version);
    }

    /// A group with several links is there under each of their names.
    void look_into(hid_t group, GroupFound& found) {
        const ObjectAddress address = address_of_object(group);
        if (std::ranges::find(groups_around_, address) != groups_around_.end()) return;  // a cycle
        if (groups_around_.size() == deepest)
            throw Failure({Code::ehdferr, "groups are nested too deeply"});
        if (++group_count_ > most_groups)
            throw Failure({Code::ehdferr, "there are too many groups"});
        groups_around_.push_back(address);
        const std::vector<std::string> names = links_in_order(group);
        if (names.size() != count_of_links(group)) description_.has_links = true;
        for (const std::string& name : names) {
            const std::string object = found.prefix + name;
            about(object, [&] {
                const ObjectHandle its(H5Oopen(group, name.c_str(), H5P_DEFAULT));
                if (!its.is_open()) return add_unknown(group, name, object, found);
                if (is_one_of_several(group, name, its)) description_.has_links = true;
                const H5I_type_t kind = H5Iget_type(its);
                if (kind == H5I_GROUP) look_into(its, add_group(found, object));
                if (kind == H5I_DATASET) add_dataset(its, name, object, found);
                if (kind == H5I_DATATYPE) add_type(its, name, object);
            });
        }
        groups_around_.pop_back();
    }

    void add_unknown(hid_t group, const std::string& name, const std::string& object,
                     GroupFound& found) {
        try {
            fail("it cannot be opened");
        } catch (const Failure& failure) {
            if (!is_of_other_version(failure.status())) throw;
            const H5O_type_t kind = kind_of_unknown(group, name);
            if (kind == H5O_TYPE_DATASET)
                found.datasets.push_back(
                    {.name = name, .object = object, .unknown = failure.status().context()});
            else if (kind == H5O_TYPE_NAMED_DATATYPE)
                description_.types.push_back({object, unknown_type(name)});
            else
                throw;
        }
    }

    GroupFound& add_group(GroupFound& found, const std::string& path) {
        description_.groups.push_back(path);
        found.groups.push_back({.prefix = path + "/"});
        return found.groups.back();
    }

    void add_type(hid_t type, const std::string& name, const std::string& path) {
        DescribedType its = describe_type(type);
        its.foreign.name = name;
        rename_parts(type, its.foreign);
        type_names_.add(type, name);
        if (its.number == 0)
            description_.types.push_back({path, std::move(its.foreign)});
        else
            description_.untold = "a number type has a name of its own";
    }

    void add_dataset(hid_t dataset, const std::string& name, const std::string& object,
                     GroupFound& found) {
        const bool scale = is_scale(dataset);
        if (marks_ < enough_marks) marks_ += count_marks(dataset);
        if (scale) dimensions_.add_scale(dataset, found.prefix + name, extents_of(dataset));
        DatasetFound its{.name = name, .object = object};
        if (name.starts_with(not_coordinate)) its.name.erase(0, not_coordinate.size());
        its.is_variable = !scale || !is_only_dimension(dataset);
        found.datasets.push_back(std::move(its));
    }

    DatasetHandle open(const std::string& object) {
        return DatasetHandle(
            checked(H5Dopen2(file_, object.c_str(), H5P_DEFAULT), "it cannot be opened"));
    }

    /// Visits the variables in the order in which netCDF-C numbers phony dimensions.
    void find_dimensions(const GroupFound& found) {
        for (const GroupFound& group : found.groups) find_dimensions(group);
        for (const DatasetFound& its : found.datasets)
            if (its.is_variable) about(its.object, [&] { find_dimensions(its, found.prefix); });
    }

    void find_dimensions(const DatasetFound& its, const std::string& prefix) {
        if (!its.unknown.empty()) return;
        const DatasetHandle dataset = open(its.object);
        if (is_of_netcdf(TypeHandle(checked(H5Dget_type(dataset), "it has no type"))))
            set_dimensions(dataset, its.object, prefix);
        else
            passed_over_.push_back({its.object, prefix});
    }

    void set_dimensions(hid_t dataset, const std::string& object, const std::string& prefix) {
        dimensions_of_[object] = dimensions_.of_variable(dataset, prefix, extents_of(dataset));
    }

    void describe_group(hid_t group, const GroupFound& found) {
        for (DescribedAttribute& attribute :
             describe_attributes(group, {.file_bytes = range_.file_bytes,
                                        .type_names = type_names_,
                                        .untold = description_.untold})) {
            attribute.name.insert(0, found.prefix);
            description_.attributes.push_back(std::move(attribute));
        }
        for (const DatasetFound& its : found.datasets)
            if (its.is_variable) about(its.object, [&] { describe_variable(its, found.prefix); });
        for (const GroupFound& inner : found.groups) {
            const GroupHandle its(
                checked(H5Gopen2(file_, inner.prefix.c_str(), H5P_DEFAULT), "it cannot be opened"));
            describe_group(its, inner);
        }
    }

    void describe_variable(const DatasetFound& found, const std::string& prefix) {
        DescribedVariable its{.name = prefix + found.name, .object = found.object};
        if (!found.unknown.empty()) {
            its.type.foreign = unknown_type("unknown");
            its.storage.form.refused = found.unknown;
            description_.variables.push_back(std::move(its));
            return;
        }
        const DatasetHandle dataset = open(found.object);
        const TypeHandle type(checked(H5Dget_type(dataset), "it has no type"));
        its.type = describe_type(type);
        if (its.type.number == 0) type_names_.find(type, its.type.foreign.name);
        its.dimensions = dimensions_of_[found.object];
        its.storage = describe_storage(dataset, its.type, range_);
        const Extents extents = extents_of(dataset);
        if (extents.is_bounded)
            description_.untold = "a variable may grow, but only up to a length";
        if (extents.is_null)
            its.storage.form.refused = "it has no values (null dataspace)";
        else if (is_shorter(extents, its.dimensions))
            note_shorter(extents, its.storage);
        add_attributes(dataset, its);
        description_.variables.push_back(std::move(its));
    }

    void add_attributes(hid_t dataset, DescribedVariable& its) {
        try {
            its.attributes = describe_attributes(dataset, {.file_bytes = range_.file_bytes,
                                                           .type_names = type_names_,
                                                           .untold = description_.untold});
        } catch (const Failure& failure) {
            if (!is_of_other_version(failure.status())) throw;
            its.storage.form.refused = failure.status().context();
        }
    }

    void rename_parts(hid_t type, model::ForeignType& its) const {
        if (its.type_class == model::TypeClass::vlen)
            type_names_.find(TypeHandle(H5Tget_super(type)), its.base_name);
        if (its.type_class != model::TypeClass::compound) return;
        for (std::size_t i = 0; i < its.members.size(); ++i) {
            const TypeHandle member(H5Tget_member_type(type, static_cast<unsigned>(i)));
            type_names_.find(element_of(member), its.members[i].type);
        }
    }

    static void note_shorter(const Extents& extents, DescribedStorage& its) {
        if (its.form.layout == model::Storage::Layout::chunked)
            its.lengths = extents.lengths;
        else
            its.form.refused = "it is one array, which is shorter than its dimensions";
    }

    /// A dimension that may grow is as long as the longest of its variables.
    [[nodiscard]] bool is_shorter(const Extents& extents,
                                  const std::vector<int>& dimensions) const {
        for (std::size_t i = 0; i < dimensions.size(); ++i)
            if (extents.lengths[i] != dimensions_.length(dimensions[i])) return true;
        return false;
    }

    hid_t file_;
    FileRange range_;
    std::vector<ObjectAddress> groups_around_;  // that which is looked into, and those it is in
    int group_count_ = 0;
    int marks_ = 0;
    TypeNames type_names_;
    Dimensions dimensions_;
    std::vector<PassedOver> passed_over_;
    std::map<std::string, std::vector<int>> dimensions_of_;  // by object
    Description description_;
};

}  // namespace

Description describe_file(hid_t file, const FileRange& range) {
    return Survey(file, range).describe();
}

}  // namespace weft::hdf5
