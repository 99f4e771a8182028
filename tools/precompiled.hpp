// SPDX-License-Identifier: BSD-3-Clause
// The precompiled header of the weft command, which is compiled as programs are (-fPIE), not as
// libraries. CLI11 and nlohmann-json stay out: every file would compile their inline functions, 7 s
// each.
#pragma once

#include "base/precompiled.hpp"
