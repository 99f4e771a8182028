// SPDX-License-Identifier: BSD-3-Clause
// libhdf5's functions, in the form of 1.10, which later versions have too.
#pragma once

#define H5_USE_110_API
#include <hdf5.h>
