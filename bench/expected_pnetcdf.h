// SPDX-License-Identifier: BSD-3-Clause
// The pnetcdf.h of the library that the program is linked to, and no other.
#ifndef BENCH_EXPECTED_PNETCDF_H
#define BENCH_EXPECTED_PNETCDF_H

#include <pnetcdf.h>

#if defined(BENCH_EXPECT_WEFT) && !defined(WEFT_VERSION)
#error "this is not Weft's pnetcdf.h"
#endif
#if defined(BENCH_EXPECT_PEER) && defined(WEFT_VERSION)
#error "this is Weft's pnetcdf.h"
#endif

#endif
