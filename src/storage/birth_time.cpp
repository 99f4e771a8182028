// SPDX-License-Identifier: BSD-3-Clause
#include "storage/birth_time.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "storage/path_prefix.hpp"

namespace weft::storage {

std::int64_t birth_time(const std::string& path) {
    constexpr std::int64_t billion = 1'000'000'000;
    const std::string name(strip_path_prefix(path));
    struct statx facts = {};
    const int failed = statx(AT_FDCWD, name.c_str(), 0, STATX_BTIME, &facts);
    if (failed != 0 || (facts.stx_mask & STATX_BTIME) == 0) return 0;
    return facts.stx_btime.tv_sec * billion + facts.stx_btime.tv_nsec;
}

}  // namespace weft::storage
