// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "options.hpp"

namespace random_programs {

// Damages one byte of a result, a buffer, the model or the file in otherwise correct runs, and
// checks that the damage is found. Returns the exit code.
int run_self_test(const Options& options);

}  // namespace random_programs
