// SPDX-License-Identifier: BSD-3-Clause
// What the programs of this folder share: memory is asked of the kernel.
#pragma once

#include <sys/resource.h>

#include "../program.hpp"

/// The most memory that this process has had.
inline long peak_kib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}
