// SPDX-License-Identifier: BSD-3-Clause
// Variables: NcmpiVar.
#pragma once

#include "att.hpp"
#include "dim.hpp"
#include "var_post.hpp"

namespace PnetCDF {

/// A variable of a file. Without an argument, a null object. Its data functions are those of
/// VarPut, VarGet, VarPost.
class NcmpiVar : public detail::VarPost {
public:
    NcmpiVar() = default;
    NcmpiVar(const NcmpiGroup& group, int varid) : VarPost(group, varid) {}

    std::string getName() const;
    NcmpiType getType() const;
    void rename(const std::string& name) const;

    int getDimCount() const;
    NcmpiDim getDim(int index) const;
    std::vector<NcmpiDim> getDims() const;

    int getAttCount() const;
    std::map<std::string, NcmpiVarAtt> getAtts() const;
    /// Throws NcNotAtt when there is none of that name.
    NcmpiVarAtt getAtt(const std::string& name) const;
    NcmpiVarAtt putAtt(const std::string& name, const std::string& text) const;
    template <class T, class = detail::IfElement<T>>
    NcmpiVarAtt putAtt(const std::string& name, const NcmpiType& type, T value) const {
        return putAtt(name, type, 1, &value);
    }
    template <class T, class = detail::IfElement<T>>
    NcmpiVarAtt putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                       const T* values) const;
    /// Values in the attribute's own type.
    NcmpiVarAtt putAtt(const std::string& name, const NcmpiType& type, MPI_Offset count,
                       const void* values) const;

    /// Whether what is not written is filled; the value, unless null, is of the variable's type.
    void setFill(bool fill, const void* value = nullptr) const;
    template <class T, class = detail::IfElement<T>>
    void setFill(bool fill, T value) const {
        setFill(fill, static_cast<const void*>(&value));
    }
    void getFillModeParameters(bool& fill, void* value) const;
    template <class T, class = detail::IfElement<T>>
    void getFillModeParameters(bool& fill, T& value) const {
        getFillModeParameters(fill, static_cast<void*>(&value));
    }
    /// Fills one record.
    void fillRec(MPI_Offset record) const;

    /// Where its data begin in the file.
    void Inq_file_offset(MPI_Offset* offset) const;

    friend bool operator==(const NcmpiVar& a, const NcmpiVar& b) {
        return a.getParentGroup() == b.getParentGroup() && (a.isNull() || a.getId() == b.getId());
    }
    friend bool operator!=(const NcmpiVar& a, const NcmpiVar& b) { return !(a == b); }
    friend bool operator<(const NcmpiVar& a, const NcmpiVar& b) { return a.getId() < b.getId(); }
    friend bool operator>(const NcmpiVar& a, const NcmpiVar& b) { return b < a; }
};

}  // namespace PnetCDF
