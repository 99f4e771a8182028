// SPDX-License-Identifier: BSD-3-Clause
// The nfmpi_ functions that do more than change arguments. The lengths of texts come last, as
// gfortran passes them.
#include <algorithm>
#include <cstring>

#include "words.hpp"

using namespace weft::fortran;

namespace {

/// Ids of dimensions in the other order, `added` to each. Works in place.
void reverse_ids(const int* from, int count, int added, int* to) {
    for (int i = 0; i < (count + 1) / 2; ++i) {
        const int first = from[i];
        const int last = from[count - 1 - i];
        to[i] = last + added;
        to[count - 1 - i] = first + added;
    }
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

// Functions that return a text get the place for it as their first two arguments.

void nfmpi_strerror_(char* result, std::size_t result_length, const int* ncerr) {
    const char* text = ncmpi_strerror(*ncerr);
    pad(result, result_length, text, std::strlen(text));
}

/// Fortran's name of a code begins with NF_ where C's begins with NC_.
void nfmpi_strerrno_(char* result, std::size_t result_length, const int* ncerr) {
    const char* text = ncmpi_strerrno(*ncerr);
    pad(result, result_length, text, std::strlen(text));
    if (result_length > 2 && std::strncmp(text, "NC_", 3) == 0) result[1] = 'F';
}

void nfmpi_inq_libvers_(char* result, std::size_t result_length) {
    const char* text = ncmpi_inq_libvers();
    pad(result, result_length, text, std::strlen(text));
}

/// A default logical: is the code one of the operating system?
int nfmpi_issyserr_(const int* ncerr) {
    return *ncerr > 0 ? 1 : 0;
}

int nfmpi_def_var_(const int* ncid, const char* name, const int* datatype, const int* ndims,
                   const int* dimids, int* varid, std::size_t name_length) {
    Scratch<int, 16> ids(*ndims > 0 ? static_cast<std::size_t>(*ndims) : 0);
    if (*ndims > 0 && ids.data() != nullptr) reverse_ids(dimids, *ndims, -1, ids.data());
    return ncmpi_def_var(*ncid, Text(name, name_length), *datatype, *ndims, ids.data(), Id(varid));
}

int nfmpi_inq_var_(const int* ncid, const int* varid, char* name, int* datatype, int* ndims,
                   int* dimids, int* natts, std::size_t name_length) {
    const int code =
        ncmpi_inq_var(*ncid, id(varid), Name(name, name_length), datatype, ndims, dimids, natts);
    if (code == NC_NOERR) reverse_ids(dimids, *ndims, 1, dimids);
    return code;
}

int nfmpi_inq_vardimid_(const int* ncid, const int* varid, int* dimids) {
    const int code = ncmpi_inq_vardimid(*ncid, id(varid), dimids);
    if (code == NC_NOERR) reverse_ids(dimids, Variable(ncid, varid).rank(), 1, dimids);
    return code;
}

int nfmpi_inq_unlimdims_(const int* ncid, int* nunlimdims, int* unlimdimids) {
    const int code = weft_inq_unlimdims(*ncid, nunlimdims, unlimdimids);
    if (code == NC_NOERR)
        for (int i = 0; i < *nunlimdims; ++i) ++unlimdimids[i];
    return code;
}

/// Arrays have no lengths of chunks.
int nfmpi_def_var_chunking_(const int* ncid, const int* varid, const int* storage,
                            const MPI_Offset* chunksizes) {
    const Variable v(ncid, varid);
    return weft_def_var_chunking(*ncid, v.id(), *storage,
                                 v.count(*storage == NC_CHUNKED ? chunksizes : nullptr));
}

int nfmpi_inq_var_chunking_(const int* ncid, const int* varid, int* storage,
                            MPI_Offset* chunksizes) {
    const int code = weft_inq_var_chunking(*ncid, id(varid), storage, chunksizes);
    if (code == NC_NOERR && *storage == NC_CHUNKED)
        std::reverse(chunksizes, chunksizes + Variable(ncid, varid).rank());
    return code;
}

int nfmpi_inq_path_(const int* ncid, int* pathlen, char* path, std::size_t path_length) {
    int code = ncmpi_inq_path(*ncid, pathlen, nullptr);
    if (code != NC_NOERR) return code;
    const auto length = static_cast<std::size_t>(*pathlen);
    Scratch<char, 1024> text(length + 1);
    if (text.data() == nullptr) return NC_ENOMEM;
    code = ncmpi_inq_path(*ncid, nullptr, text.data());
    if (code == NC_NOERR) pad(path, path_length, text.data(), length);
    return code;
}

/// The characters of the attribute and no others, as the text may be the first of an array's
/// elements, of which this is not told.
int nfmpi_get_att_text_(const int* ncid, const int* varid, const char* name, char* text,
                        std::size_t name_length, std::size_t /*text_length*/) {
    return ncmpi_get_att_text(*ncid, id(varid), Text(name, name_length), text);
}

}  // extern "C"
#pragma GCC visibility pop
