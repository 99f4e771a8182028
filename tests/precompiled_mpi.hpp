// SPDX-License-Identifier: BSD-3-Clause
// The same as base/precompiled.hpp for programs that use the interface.
#pragma once

#include <mpi.h>
#include <pnetcdf.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>
