// SPDX-License-Identifier: BSD-3-Clause
// What the parts of NcmpiVar share: which variable it is.
#pragma once

#include "group.hpp"
#include "selection.hpp"

namespace PnetCDF {
namespace detail {

/// A variable of a file, or a null object.
class VarBase {
public:
    bool isNull() const { return group_.isNull(); }
    int getId() const { return varid_; }
    NcmpiGroup getParentGroup() const { return group_; }

protected:
    VarBase() = default;
    VarBase(const NcmpiGroup& group, int varid) : group_(group), varid_(varid) {}

    int file() const {
        if (isNull()) throw exceptions::NcNotVar("a null NcmpiVar has no properties and no data");
        return group_.getId();
    }
    int varid() const { return varid_; }
    VarKey key() const { return {file(), varid_}; }

    /// A selection with as many entries as the variable has dimensions.
    Selection selected(Selection::Shape shape, const Offsets* start, const Offsets* count = nullptr,
                       const Offsets* stride = nullptr, const Offsets* map = nullptr) const {
        int ndims = 0;
        // A failure is reported by the access itself, in which all ranks take part.
        if (ncmpi_inq_varndims(file(), varid_, &ndims) != NC_NOERR) ndims = 0;
        return select(ndims, shape, start, count, stride, map);
    }

private:
    NcmpiGroup group_;
    int varid_ = -1;
};

}  // namespace detail
}  // namespace PnetCDF
