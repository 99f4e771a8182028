// SPDX-License-Identifier: BSD-3-Clause
// How many descriptors a server may have.
#pragma once

#include <sys/resource.h>

namespace weft::serve {

/// Sessions, their files and strangers have one each: as many as the system allows.
inline void raise_limit_of_files() {
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
}

}  // namespace weft::serve
