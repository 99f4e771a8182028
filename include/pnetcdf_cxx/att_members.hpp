// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "var.hpp"

namespace PnetCDF {

inline NcmpiVarAtt::NcmpiVarAtt(const NcmpiGroup& group, const NcmpiVar& var, int index)
    : NcmpiAtt(group, var.getId(), index) {}

inline NcmpiVarAtt::NcmpiVarAtt(const NcmpiGroup& group, const NcmpiVar& var,
                                const std::string& name)
    : NcmpiAtt(group, var.getId(), name) {}

inline NcmpiVar NcmpiVarAtt::getParentVar() const {
    return isNull() ? NcmpiVar() : NcmpiVar(getParentGroup(), varid());
}

inline NcmpiGroup NcmpiType::getParentGroup() const {
    return {};
}

}  // namespace PnetCDF
