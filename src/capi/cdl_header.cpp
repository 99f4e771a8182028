// SPDX-License-Identifier: BSD-3-Clause
// The CDL header functions: not supported yet.
#include <pnetcdf.h>

int cdl_hdr_open(const char*, int*) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_close(int) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_format(int, int*) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_ndims(int, int*) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_dim(int, int, char**, MPI_Offset*) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_nvars(int, int*) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_var(int, int, char**, nc_type*, int*, int**) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_nattrs(int, int, int*) {
    return NC_ENOTSUPPORT;
}

int cdl_hdr_inq_attr(int, int, int, char**, nc_type*, MPI_Offset*, void**) {
    return NC_ENOTSUPPORT;
}
