// SPDX-License-Identifier: BSD-3-Clause
// Attributes: NcmpiGroupAtt of the file, NcmpiVarAtt of a variable, and what they share, NcmpiAtt.
#pragma once

#include "elements.hpp"
#include "group.hpp"
#include "type.hpp"

namespace PnetCDF {

/// An attribute by its name. Without an argument, a null object.
class NcmpiAtt {
public:
    NcmpiAtt() = default;
    virtual ~NcmpiAtt() = default;
    NcmpiAtt(const NcmpiAtt&) = default;
    NcmpiAtt& operator=(const NcmpiAtt&) = default;

    bool isNull() const { return group_.isNull(); }
    std::string getName() const { return name_; }
    NcmpiGroup getParentGroup() const { return group_; }

    NcmpiType getType() const {
        nc_type type = NC_NAT;
        detail::check(ncmpi_inq_atttype(file(), varid_, name_.c_str(), &type), file());
        return type;
    }

    /// The number of its values.
    MPI_Offset getAttLength() const {
        MPI_Offset length = 0;
        detail::check(ncmpi_inq_attlen(file(), varid_, name_.c_str(), &length), file());
        return length;
    }

    /// All values, converted to the type of the memory.
    template <class T>
    detail::IfElement<T> getValues(T* values) const {
        detail::check(detail::get_att(key(), values), file());
    }

    /// All values in the attribute's own type.
    void getValues(void* values) const { detail::check(detail::get_att(key(), values), file()); }

    /// A text as it is stored.
    void getValues(std::string& text) const {
        text.assign(static_cast<std::string::size_type>(getAttLength()), '\0');
        if (!text.empty()) getValues(&text[0]);
    }

    friend bool operator==(const NcmpiAtt& a, const NcmpiAtt& b) {
        return a.group_ == b.group_ && (a.isNull() || (a.varid_ == b.varid_ && a.name_ == b.name_));
    }
    friend bool operator!=(const NcmpiAtt& a, const NcmpiAtt& b) { return !(a == b); }
    friend bool operator<(const NcmpiAtt& a, const NcmpiAtt& b) { return a.name_ < b.name_; }
    friend bool operator>(const NcmpiAtt& a, const NcmpiAtt& b) { return b < a; }

protected:
    NcmpiAtt(const NcmpiGroup& group, int varid, int index) : group_(group), varid_(varid) {
        char name[NC_MAX_NAME + 1] = "";
        detail::check(ncmpi_inq_attname(file(), varid, index, name), file());
        name_ = name;
    }
    NcmpiAtt(const NcmpiGroup& group, int varid, const std::string& name)
        : group_(group), varid_(varid), name_(name) {}

    int varid() const { return varid_; }

private:
    int file() const {
        if (isNull()) throw exceptions::NcNotAtt("a null NcmpiAtt has no properties");
        return group_.getId();
    }
    detail::AttKey key() const { return {file(), varid_, name_.c_str()}; }

    NcmpiGroup group_;
    int varid_ = NC_GLOBAL;
    std::string name_;
};

/// An attribute of the file.
class NcmpiGroupAtt : public NcmpiAtt {
public:
    NcmpiGroupAtt() = default;
    NcmpiGroupAtt(const NcmpiGroup& group, int index) : NcmpiAtt(group, NC_GLOBAL, index) {}
    NcmpiGroupAtt(const NcmpiGroup& group, const std::string& name)
        : NcmpiAtt(group, NC_GLOBAL, name) {}
};

/// An attribute of a variable.
class NcmpiVarAtt : public NcmpiAtt {
public:
    NcmpiVarAtt() = default;
    NcmpiVarAtt(const NcmpiGroup& group, const NcmpiVar& var, int index);
    NcmpiVarAtt(const NcmpiGroup& group, const NcmpiVar& var, const std::string& name);

    NcmpiVar getParentVar() const;
};

}  // namespace PnetCDF
