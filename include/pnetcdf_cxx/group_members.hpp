// SPDX-License-Identifier: BSD-3-Clause
// Members of NcmpiGroup.
#pragma once

#include "var.hpp"

namespace PnetCDF {

namespace detail {

/// The second halves of the entries with that name.
template <class Thing>
std::set<Thing> named(const std::multimap<std::string, Thing>& things, const std::string& name) {
    std::set<Thing> found;
    const auto range = things.equal_range(name);
    for (auto entry = range.first; entry != range.second; ++entry) found.insert(entry->second);
    return found;
}

}  // namespace detail

template <class Value>
Value NcmpiGroup::inquire(int (*function)(int, Value*)) const {
    Value value = 0;
    detail::check(function(getId(), &value), getId());
    return value;
}

inline int NcmpiGroup::getId() const {
    if (isNull()) throw exceptions::NcNullGrp("a null NcmpiGroup, or a file that is not open");
    return ncid_;
}

inline std::string NcmpiGroup::getName(bool) const {
    static_cast<void>(getId());
    return "/";
}

// Groups

inline int NcmpiGroup::getGroupCount(GroupLocation location) const {
    return getId() >= 0 && includes_this(location) ? 1 : 0;
}

inline std::multimap<std::string, NcmpiGroup> NcmpiGroup::getGroups(GroupLocation location) const {
    std::multimap<std::string, NcmpiGroup> groups;
    if (getGroupCount(location) == 1) groups.insert({getName(), NcmpiGroup(*this)});
    return groups;
}

inline std::set<NcmpiGroup> NcmpiGroup::getGroups(const std::string& name,
                                                  GroupLocation location) const {
    return detail::named(getGroups(location), name);
}

inline NcmpiGroup NcmpiGroup::getGroup(const std::string& name, GroupLocation location) const {
    return getGroups(name, location).empty() ? NcmpiGroup() : NcmpiGroup(*this);
}

inline NcmpiGroup NcmpiGroup::addGroup(const std::string& name) const {
    detail::fail(NC_ENOTNC4, "group '" + name + "'");
}

// Variables

inline int NcmpiGroup::getVarCount(Location location) const {
    return includes_this(location) ? inquire(ncmpi_inq_nvars) : 0;
}
inline int NcmpiGroup::getRecVarCount(Location location) const {
    return includes_this(location) ? inquire(ncmpi_inq_num_rec_vars) : 0;
}
inline int NcmpiGroup::getFixVarCount(Location location) const {
    return includes_this(location) ? inquire(ncmpi_inq_num_fix_vars) : 0;
}
inline MPI_Offset NcmpiGroup::getRecSize(Location location) const {
    return includes_this(location) ? inquire(ncmpi_inq_recsize) : 0;
}

inline std::multimap<std::string, NcmpiVar> NcmpiGroup::getVars(Location location) const {
    std::multimap<std::string, NcmpiVar> vars;
    const int count = getVarCount(location);
    for (int id = 0; id < count; ++id) {
        const NcmpiVar var(*this, id);
        vars.insert({var.getName(), var});
    }
    return vars;
}

inline std::set<NcmpiVar> NcmpiGroup::getVars(const std::string& name, Location location) const {
    const NcmpiVar var = getVar(name, location);
    return var.isNull() ? std::set<NcmpiVar>() : std::set<NcmpiVar>{var};
}

inline NcmpiVar NcmpiGroup::getVar(const std::string& name, Location location) const {
    int id = -1;
    const int code = ncmpi_inq_varid(getId(), name.c_str(), &id);
    if (code == NC_ENOTVAR || !includes_this(location)) return {};
    detail::check(code, getId());
    return NcmpiVar(*this, id);
}

inline NcmpiVar NcmpiGroup::addVar(const std::string& name, const NcmpiType& type,
                                   const std::vector<NcmpiDim>& dims) const {
    if (type.isNull()) throw exceptions::NcNullType("a variable needs a type");
    std::vector<int> dimids;
    for (const NcmpiDim& dim : dims) {
        if (dim.isNull()) throw exceptions::NcNullDim("a null NcmpiDim among those of a variable");
        dimids.push_back(dim.getId());
    }
    int id = -1;
    detail::define(getId(), [&] {
        return ncmpi_def_var(getId(), name.c_str(), type.getId(), static_cast<int>(dimids.size()),
                             dimids.data(), &id);
    });
    return NcmpiVar(*this, id);
}

inline NcmpiVar NcmpiGroup::addVar(const std::string& name, const NcmpiType& type) const {
    return addVar(name, type, std::vector<NcmpiDim>());
}

inline NcmpiVar NcmpiGroup::addVar(const std::string& name, const NcmpiType& type,
                                   const NcmpiDim& dim) const {
    return addVar(name, type, std::vector<NcmpiDim>{dim});
}

inline NcmpiVar NcmpiGroup::addVar(const std::string& name, const std::string& type,
                                   const std::string& dim) const {
    return addVar(name, type, std::vector<std::string>{dim});
}

inline NcmpiVar NcmpiGroup::addVar(const std::string& name, const std::string& type,
                                   const std::vector<std::string>& dims) const {
    std::vector<NcmpiDim> found;
    for (const std::string& dim : dims) found.push_back(getDim(dim));
    return addVar(name, getType(type), found);
}

// Dimensions

inline int NcmpiGroup::getDimCount(Location location) const {
    return includes_this(location) ? inquire(ncmpi_inq_ndims) : 0;
}

inline std::multimap<std::string, NcmpiDim> NcmpiGroup::getDims(Location location) const {
    std::multimap<std::string, NcmpiDim> dims;
    const int count = getDimCount(location);
    for (int id = 0; id < count; ++id) {
        const NcmpiDim dim(*this, id);
        dims.insert({dim.getName(), dim});
    }
    return dims;
}

inline std::set<NcmpiDim> NcmpiGroup::getDims(const std::string& name, Location location) const {
    const NcmpiDim dim = getDim(name, location);
    return dim.isNull() ? std::set<NcmpiDim>() : std::set<NcmpiDim>{dim};
}

inline NcmpiDim NcmpiGroup::getDim(const std::string& name, Location location) const {
    int id = -1;
    const int code = ncmpi_inq_dimid(getId(), name.c_str(), &id);
    if (code == NC_EBADDIM || !includes_this(location)) return {};
    detail::check(code, getId());
    return NcmpiDim(*this, id);
}

inline NcmpiDim NcmpiGroup::addDim(const std::string& name, MPI_Offset size) const {
    int id = -1;
    detail::define(getId(), [&] { return ncmpi_def_dim(getId(), name.c_str(), size, &id); });
    return NcmpiDim(*this, id);
}

inline NcmpiDim NcmpiGroup::addDim(const std::string& name) const {
    return addDim(name, NC_UNLIMITED);
}

// Attributes

inline int NcmpiGroup::getAttCount(Location location) const {
    return includes_this(location) ? inquire(ncmpi_inq_natts) : 0;
}

inline std::multimap<std::string, NcmpiGroupAtt> NcmpiGroup::getAtts(Location location) const {
    std::multimap<std::string, NcmpiGroupAtt> atts;
    const int count = getAttCount(location);
    for (int i = 0; i < count; ++i) {
        const NcmpiGroupAtt att(*this, i);
        atts.insert({att.getName(), att});
    }
    return atts;
}

inline std::set<NcmpiGroupAtt> NcmpiGroup::getAtts(const std::string& name,
                                                   Location location) const {
    const NcmpiGroupAtt att = getAtt(name, location);
    return att.isNull() ? std::set<NcmpiGroupAtt>() : std::set<NcmpiGroupAtt>{att};
}

inline NcmpiGroupAtt NcmpiGroup::getAtt(const std::string& name, Location location) const {
    int index = -1;
    const int code = ncmpi_inq_attid(getId(), NC_GLOBAL, name.c_str(), &index);
    if (code == NC_ENOTATT || !includes_this(location)) return {};
    detail::check(code, getId());
    return NcmpiGroupAtt(*this, index);
}

inline NcmpiGroupAtt NcmpiGroup::putAtt(const std::string& name, const std::string& text) const {
    return putAtt(name, ncmpiChar, static_cast<MPI_Offset>(text.size()), text.data());
}

template <class T, class>
NcmpiGroupAtt NcmpiGroup::putAtt(const std::string& name, const NcmpiType& type, T value) const {
    return putAtt(name, type, 1, &value);
}

template <class T, class>
NcmpiGroupAtt NcmpiGroup::putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                                 const T* values) const {
    detail::define(getId(), [&] {
        return detail::put_att({getId(), NC_GLOBAL, name.c_str()}, type.getId(), count, values);
    });
    return NcmpiGroupAtt(*this, name);
}

inline NcmpiGroupAtt NcmpiGroup::putAtt(const std::string& name, const NcmpiType& type,
                                        MPI_Offset count, const void* values) const {
    detail::define(getId(), [&] {
        return detail::put_att({getId(), NC_GLOBAL, name.c_str()}, type.getId(), count, values);
    });
    return NcmpiGroupAtt(*this, name);
}

// Types

inline std::multimap<std::string, NcmpiType> NcmpiGroup::getTypes(Location location) const {
    std::multimap<std::string, NcmpiType> types;
    if (!includes_this(location)) return types;
    for (nc_type id = NcmpiType::first(); id <= NcmpiType::last(); ++id) {
        types.insert({NcmpiType(id).getName(), NcmpiType(id)});
    }
    return types;
}

inline std::set<NcmpiType> NcmpiGroup::getTypes(const std::string& name, Location location) const {
    return detail::named(getTypes(location), name);
}

inline std::set<NcmpiType> NcmpiGroup::getTypes(NcmpiType::ncmpiType type,
                                                Location location) const {
    std::set<NcmpiType> found;
    for (const auto& entry : getTypes(location)) {
        if (entry.second.getTypeClass() == type) found.insert(entry.second);
    }
    return found;
}

inline std::set<NcmpiType> NcmpiGroup::getTypes(const std::string& name, NcmpiType::ncmpiType type,
                                                Location location) const {
    std::set<NcmpiType> found;
    for (const NcmpiType& candidate : getTypes(name, location)) {
        if (candidate.getTypeClass() == type) found.insert(candidate);
    }
    return found;
}

inline int NcmpiGroup::getTypeCount(Location location) const {
    return static_cast<int>(getTypes(location).size());
}

inline int NcmpiGroup::getTypeCount(NcmpiType::ncmpiType type, Location location) const {
    return static_cast<int>(getTypes(type, location).size());
}

inline NcmpiType NcmpiGroup::getType(const std::string& name, Location location) const {
    return includes_this(location) ? NcmpiType(*this, name) : NcmpiType();
}

}  // namespace PnetCDF
