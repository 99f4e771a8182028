// SPDX-License-Identifier: BSD-3-Clause
// Dimensions: NcmpiDim.
#pragma once

#include "group.hpp"

namespace PnetCDF {

/// A dimension of a file. Without an argument, a null object.
class NcmpiDim {
public:
    NcmpiDim() = default;
    NcmpiDim(const NcmpiGroup& group, int id) : group_(group), id_(id) {}

    bool isNull() const { return group_.isNull(); }
    int getId() const { return id_; }
    NcmpiGroup getParentGroup() const { return group_; }

    std::string getName() const {
        char name[NC_MAX_NAME + 1] = "";
        detail::check(ncmpi_inq_dimname(file(), id_, name), file());
        return name;
    }

    /// Its length; that of the unlimited dimension is the number of records.
    MPI_Offset getSize() const {
        MPI_Offset length = 0;
        detail::check(ncmpi_inq_dimlen(file(), id_, &length), file());
        return length;
    }

    bool isUnlimited() const {
        int unlimited = -1;
        detail::check(ncmpi_inq_unlimdim(file(), &unlimited), file());
        return unlimited == id_;
    }

    void rename(const std::string& name) {
        detail::define(file(), [&] { return ncmpi_rename_dim(file(), id_, name.c_str()); });
    }

    friend bool operator==(const NcmpiDim& a, const NcmpiDim& b) {
        return a.group_ == b.group_ && (a.isNull() || a.id_ == b.id_);
    }
    friend bool operator!=(const NcmpiDim& a, const NcmpiDim& b) { return !(a == b); }
    friend bool operator<(const NcmpiDim& a, const NcmpiDim& b) { return a.id_ < b.id_; }
    friend bool operator>(const NcmpiDim& a, const NcmpiDim& b) { return b < a; }

private:
    int file() const {
        if (isNull()) throw exceptions::NcNullDim("a null NcmpiDim has no properties");
        return group_.getId();
    }

    NcmpiGroup group_;
    int id_ = -1;
};

}  // namespace PnetCDF
