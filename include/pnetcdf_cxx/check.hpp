// SPDX-License-Identifier: BSD-3-Clause
// From the codes of the C interface to exceptions, and the changes of mode that calls bring about.
#pragma once

#include <pnetcdf.h>
#include <weft.h>

#include "exceptions.hpp"

namespace PnetCDF {
namespace detail {

/// Throws the exception of the code if it is among the codes, and returns otherwise.
template <int... codes>
void throw_one_of(int code, const char* complaint) {
    const int looked_at[] = {
        (code == codes ? throw exceptions::CodedException<codes>(complaint) : 0)...};
    static_cast<void>(looked_at);
}

[[noreturn]] inline void fail(int code, const std::string& about) {
    std::string text = std::string(ncmpi_strerrno(code)) + ": " + ncmpi_strerror(code);
    if (!about.empty()) text += ": " + about;
    throw_one_of<NC_EBADID, NC_ENFILE, NC_EEXIST, NC_EINVAL, NC_EPERM, NC_ENOTINDEFINE,
                 NC_EINDEFINE, NC_EINVALCOORDS, NC_EMAXDIMS, NC_ENAMEINUSE, NC_ENOTATT, NC_EMAXATTS,
                 NC_EBADTYPE, NC_EBADDIM, NC_EUNLIMPOS, NC_EMAXVARS, NC_ENOTVAR, NC_EGLOBAL,
                 NC_ENOTNC, NC_ESTS, NC_EMAXNAME, NC_EUNLIMIT, NC_ENORECVARS, NC_ECHAR, NC_EEDGE,
                 NC_ESTRIDE, NC_EBADNAME, NC_ERANGE, NC_ENOMEM, NC_EVARSIZE, NC_EDIMSIZE, NC_ETRUNC,
                 NC_EHDFERR, NC_ECANTREAD, NC_ECANTWRITE, NC_ECANTCREATE, NC_EFILEMETA, NC_EDIMMETA,
                 NC_EATTMETA, NC_EVARMETA, NC_ENOCOMPOUND, NC_EATTEXISTS, NC_ENOTNC4, NC_ESTRICTNC3,
                 NC_EBADGRPID, NC_EBADTYPID, NC_EBADFIELD, NC_ELATEDEF, NC_ENOGRP>(code,
                                                                                   text.c_str());
    throw exceptions::NcmpiException(code, text.c_str(), nullptr, 0);
}

/// Throws when a call on a file failed, with what the library says about it.
inline void check(int code, int ncid) {
    if (code != NC_NOERR) fail(code, weft_last_error(ncid));
}

/// Checks a call that defines. A file in data mode enters define mode for it.
template <class Call>
void define(int ncid, const Call& call) {
    int code = call();
    if (code == NC_ENOTINDEFINE) {
        check(ncmpi_redef(ncid), ncid);
        code = call();
    }
    check(code, ncid);
}

/// Checks a call that needs data mode. A file in define mode leaves it for it.
template <class Call>
void in_data_mode(int ncid, const Call& call) {
    int code = call();
    if (code == NC_EINDEFINE) {
        check(ncmpi_enddef(ncid), ncid);
        code = call();
    }
    check(code, ncid);
}

}  // namespace detail
/// For programs that call the C interface themselves: ncmpiCheck(code, __FILE__, __LINE__) throws
/// when the call failed.
inline void ncmpiCheck(int code, const char* file, int line) {
    if (code != NC_NOERR) detail::fail(code, std::string(file) + ":" + std::to_string(line));
}

}  // namespace PnetCDF
