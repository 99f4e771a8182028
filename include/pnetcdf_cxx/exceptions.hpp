// SPDX-License-Identifier: BSD-3-Clause
// What is thrown: one class for each error code that programs tell apart, all below NcmpiException.
#pragma once

#include <pnetcdf.h>

#include <exception>
#include <string>

namespace PnetCDF {
namespace exceptions {

/// A call failed. Codes without a class of their own are thrown as this one.
class NcmpiException : public std::exception {
public:
    NcmpiException(const char* complaint, const char* file, int line)
        : NcmpiException(NC_EINVAL, complaint, file, line) {}

    NcmpiException(int code, const char* complaint, const char* file, int line)
        : code_(code), text_(complaint) {
        if (file != nullptr) text_ += std::string(" (") + file + ":" + std::to_string(line) + ")";
    }

    /// The error code of the C interface: negative, or a positive errno.
    int errorCode() const noexcept { return code_; }

    const char* what() const noexcept override { return text_.c_str(); }

private:
    int code_;
    std::string text_;
};

/// An exception for one code.
template <int error_code>
class CodedException : public NcmpiException {
public:
    CodedException(const char* complaint, const char* file = nullptr, int line = 0)
        : NcmpiException(error_code, complaint, file, line) {}
};

/// A null object was used, for instance the result of a search without success.
template <int error_code>
class NullObject : public CodedException<error_code> {
public:
    using CodedException<error_code>::CodedException;
};

using NcBadId = CodedException<NC_EBADID>;
using NcNFile = CodedException<NC_ENFILE>;
using NcExist = CodedException<NC_EEXIST>;
using NcInvalidArg = CodedException<NC_EINVAL>;
using NcInvalidWrite = CodedException<NC_EPERM>;
using NcNotInDefineMode = CodedException<NC_ENOTINDEFINE>;
using NcInDefineMode = CodedException<NC_EINDEFINE>;
using NcInvalidCoords = CodedException<NC_EINVALCOORDS>;
using NcMaxDims = CodedException<NC_EMAXDIMS>;
using NcNameInUse = CodedException<NC_ENAMEINUSE>;
using NcNotAtt = CodedException<NC_ENOTATT>;
using NcMaxAtts = CodedException<NC_EMAXATTS>;
using NcBadType = CodedException<NC_EBADTYPE>;
using NcBadDim = CodedException<NC_EBADDIM>;
using NcUnlimPos = CodedException<NC_EUNLIMPOS>;
using NcMaxVars = CodedException<NC_EMAXVARS>;
using NcNotVar = CodedException<NC_ENOTVAR>;
using NcGlobal = CodedException<NC_EGLOBAL>;
using NcNotNCF = CodedException<NC_ENOTNC>;
using NcSts = CodedException<NC_ESTS>;
using NcMaxName = CodedException<NC_EMAXNAME>;
using NcUnlimit = CodedException<NC_EUNLIMIT>;
using NcNoRecVars = CodedException<NC_ENORECVARS>;
using NcmpiChar = CodedException<NC_ECHAR>;
using NcEdge = CodedException<NC_EEDGE>;
using NcStride = CodedException<NC_ESTRIDE>;
using NcBadName = CodedException<NC_EBADNAME>;
using NcRange = CodedException<NC_ERANGE>;
using NcNoMem = CodedException<NC_ENOMEM>;
using NcmpiVarSize = CodedException<NC_EVARSIZE>;
using NcmpiDimSize = CodedException<NC_EDIMSIZE>;
using NcTrunc = CodedException<NC_ETRUNC>;
using NcHdfErr = CodedException<NC_EHDFERR>;
using NcCantRead = CodedException<NC_ECANTREAD>;
using NcCantWrite = CodedException<NC_ECANTWRITE>;
using NcCantCreate = CodedException<NC_ECANTCREATE>;
using NcmpiFileMeta = CodedException<NC_EFILEMETA>;
using NcmpiDimMeta = CodedException<NC_EDIMMETA>;
using NcmpiAttMeta = CodedException<NC_EATTMETA>;
using NcmpiVarMeta = CodedException<NC_EVARMETA>;
using NcNoCompound = CodedException<NC_ENOCOMPOUND>;
using NcmpiAttExists = CodedException<NC_EATTEXISTS>;
using NcNotNc4 = CodedException<NC_ENOTNC4>;
using NcStrictNc3 = CodedException<NC_ESTRICTNC3>;
using NcBadGroupId = CodedException<NC_EBADGRPID>;
using NcBadTypeId = CodedException<NC_EBADTYPID>;
using NcBadFieldId = CodedException<NC_EBADFIELD>;
using NcElateDef = CodedException<NC_ELATEDEF>;
using NcEnoGrp = CodedException<NC_ENOGRP>;
using NcUnknownName = NullObject<NC_ENOTVAR>;
using NcNullGrp = NullObject<NC_EBADGRPID>;
using NcNullType = NullObject<NC_EBADTYPE>;
using NcNullDim = NullObject<NC_EBADDIM>;

}  // namespace exceptions
}  // namespace PnetCDF
