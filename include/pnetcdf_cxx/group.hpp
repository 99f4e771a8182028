// SPDX-License-Identifier: BSD-3-Clause
// Groups: NcmpiGroup. A file of the classic formats is one group, its root.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "elements.hpp"
#include "type.hpp"

namespace PnetCDF {

class NcmpiDim;
class NcmpiVar;
class NcmpiGroupAtt;

/// What a file contains. Without an argument, a null object, and it does not own the file.
class NcmpiGroup {
public:
    /// Where to look, relative to this group. Nothing is above or below it.
    enum GroupLocation {
        ChildrenGrps,
        ParentsGrps,
        ChildrenOfChildrenGrps,
        AllChildrenGrps,
        ParentsAndCurrentGrps,
        AllGrps
    };
    enum Location { Current, Parents, Children, ParentsAndCurrent, ChildrenAndCurrent, All };

    NcmpiGroup() = default;
    NcmpiGroup(int ncid) : ncid_(ncid) {}
    NcmpiGroup(const NcmpiGroup&) = default;
    NcmpiGroup& operator=(const NcmpiGroup&) = default;
    virtual ~NcmpiGroup() = default;

    bool isNull() const { return ncid_ < 0; }
    /// The id of the C interface.
    int getId() const;
    std::string getName(bool full = false) const;
    bool isRootGroup() const { return getId() >= 0; }

    // Groups: this one, and no other.
    NcmpiGroup getParentGroup() const { return {}; }
    int getGroupCount(GroupLocation location = ChildrenGrps) const;
    std::multimap<std::string, NcmpiGroup> getGroups(GroupLocation location = ChildrenGrps) const;
    std::set<NcmpiGroup> getGroups(const std::string& name,
                                   GroupLocation location = ChildrenGrps) const;
    NcmpiGroup getGroup(const std::string& name, GroupLocation location = ChildrenGrps) const;
    /// Throws NcNotNc4: only netCDF-4 files have groups below the root.
    NcmpiGroup addGroup(const std::string& name) const;

    // Variables. What is searched and not there is a null object.
    int getVarCount(Location location = Current) const;
    int getRecVarCount(Location location = Current) const;
    int getFixVarCount(Location location = Current) const;
    /// Bytes of one record of all record variables.
    MPI_Offset getRecSize(Location location = Current) const;
    std::multimap<std::string, NcmpiVar> getVars(Location location = Current) const;
    std::set<NcmpiVar> getVars(const std::string& name, Location location = Current) const;
    NcmpiVar getVar(const std::string& name, Location location = Current) const;
    NcmpiVar addVar(const std::string& name, const NcmpiType& type) const;
    NcmpiVar addVar(const std::string& name, const NcmpiType& type, const NcmpiDim& dim) const;
    NcmpiVar addVar(const std::string& name, const NcmpiType& type,
                    const std::vector<NcmpiDim>& dims) const;
    /// Types and dimensions by their names.
    NcmpiVar addVar(const std::string& name, const std::string& type, const std::string& dim) const;
    NcmpiVar addVar(const std::string& name, const std::string& type,
                    const std::vector<std::string>& dims) const;

    // Dimensions
    int getDimCount(Location location = Current) const;
    std::multimap<std::string, NcmpiDim> getDims(Location location = Current) const;
    std::set<NcmpiDim> getDims(const std::string& name, Location location = Current) const;
    NcmpiDim getDim(const std::string& name, Location location = Current) const;
    NcmpiDim addDim(const std::string& name, MPI_Offset size) const;
    /// The unlimited dimension.
    NcmpiDim addDim(const std::string& name) const;

    // Attributes
    int getAttCount(Location location = Current) const;
    std::multimap<std::string, NcmpiGroupAtt> getAtts(Location location = Current) const;
    std::set<NcmpiGroupAtt> getAtts(const std::string& name, Location location = Current) const;
    NcmpiGroupAtt getAtt(const std::string& name, Location location = Current) const;
    NcmpiGroupAtt putAtt(const std::string& name, const std::string& text) const;
    template <class T, class = detail::IfElement<T>>
    NcmpiGroupAtt putAtt(const std::string& name, const NcmpiType& type, T value) const;
    template <class T, class = detail::IfElement<T>>
    NcmpiGroupAtt putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                         const T* values) const;
    /// Values in the attribute's own type.
    NcmpiGroupAtt putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                         const void* values) const;

    // Types: those that every file has.
    int getTypeCount(Location location = Current) const;
    int getTypeCount(NcmpiType::ncmpiType, Location location = Current) const;
    std::multimap<std::string, NcmpiType> getTypes(Location location = Current) const;
    std::set<NcmpiType> getTypes(const std::string& name, Location location = Current) const;
    std::set<NcmpiType> getTypes(NcmpiType::ncmpiType, Location location = Current) const;
    std::set<NcmpiType> getTypes(const std::string& name, NcmpiType::ncmpiType,
                                 Location location = Current) const;
    NcmpiType getType(const std::string& name, Location location = Current) const;

    friend bool operator==(const NcmpiGroup& a, const NcmpiGroup& b) { return a.ncid_ == b.ncid_; }
    friend bool operator!=(const NcmpiGroup& a, const NcmpiGroup& b) { return a.ncid_ != b.ncid_; }
    friend bool operator<(const NcmpiGroup& a, const NcmpiGroup& b) { return a.ncid_ < b.ncid_; }
    friend bool operator>(const NcmpiGroup& a, const NcmpiGroup& b) { return b.ncid_ < a.ncid_; }

protected:
    int ncid_ = -1;

private:
    static bool includes_this(Location location) {
        return location != Parents && location != Children;
    }
    static bool includes_this(GroupLocation location) {
        return location == ParentsAndCurrentGrps || location == AllGrps;
    }
    /// What an inquiry function of the C interface says.
    template <class Value>
    Value inquire(int (*function)(int, Value*)) const;
};

}  // namespace PnetCDF
