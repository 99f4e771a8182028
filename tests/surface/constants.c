/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled, as C and as C++, for each order in which a program may include the two headers: the
 * constants have the values of the tables in all of them. */
#if defined(PNETCDF_FIRST)
#include <pnetcdf.h>
#endif
#if defined(WITH_NETCDF)
#include <netcdf.h>
#endif
#if defined(PNETCDF_LAST)
#include <pnetcdf.h>
#endif

#include "generated/constant_checks.h"

#if defined(WEFT_PNETCDF_H)
/* As a program marks functions of its own. */
PNETCDF_PUBLIC_API int marked_function(int ncid);
PNETCDF_PUBLIC_API int marked_function(int ncid) {
    return ncid;
}
#endif
