// SPDX-License-Identifier: BSD-3-Clause
// The limit of file descriptors of a server.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <cstddef>

namespace weft::serve {

/// Raises the limit as far as the system allows, and returns it: each session, file and pending
/// client takes a descriptor.
inline std::size_t raise_limit_of_files() {
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(::setrlimit(RLIMIT_NOFILE, &limit));
    static_cast<void>(::getrlimit(RLIMIT_NOFILE, &limit));
    return limit.rlim_cur;
}

/// How many strangers (clients that have not proved a key) a server admits at a time: few enough to
/// leave most descriptors to others.
inline std::size_t strangers_within(std::size_t limit, std::size_t descriptors_of_each) {
    return std::clamp<std::size_t>(limit / 4 / descriptors_of_each, 16, 1024);
}

}  // namespace weft::serve
