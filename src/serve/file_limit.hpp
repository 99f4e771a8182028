// SPDX-License-Identifier: BSD-3-Clause
// How many descriptors a server may have.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cstddef>

namespace weft::serve {

/// Sessions, their files and strangers have one each: as many as the system allows; how many those
/// are.
inline std::size_t raise_limit_of_files() {
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
    static_cast<void>(::getrlimit(RLIMIT_NOFILE, &limit));
    return limit.rlim_cur;
}

/// How many strangers there may be at a time, so that they leave most descriptors to others.
inline std::size_t strangers_within(std::size_t limit, std::size_t descriptors_of_each) {
    return std::clamp<std::size_t>(limit / 4 / descriptors_of_each, 16, 1024);
}

}  // namespace weft::serve
