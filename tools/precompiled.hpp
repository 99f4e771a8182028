// SPDX-License-Identifier: BSD-3-Clause
// The same for the weft command, which is compiled as programs are (-fPIE), not as libraries. CLI11
// and nlohmann-json stay out: every file would pay for the code of their inline functions, 7 s
// each.
#pragma once

#include "base/precompiled.hpp"
