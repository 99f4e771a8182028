// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/shared_walk.hpp"

#include <thread>

#include "storage/path_scheme.hpp"

namespace weft::tools {

int threads_for(const Team& team, const std::vector<std::string>& paths, std::int64_t bytes) {
    constexpr std::int64_t worth_a_thread = std::int64_t{16} << 20;
    constexpr std::int64_t most = 16;  // more cores would be faster than memory
    const auto is_here = [](const std::string& path) { return storage::scheme_of(path).empty(); };
    if (team.size() > 1 || !std::ranges::all_of(paths, is_here)) return 1;
    const std::int64_t cores = std::thread::hardware_concurrency();
    return static_cast<int>(std::clamp<std::int64_t>(bytes / worth_a_thread, 1,
                                                     std::clamp<std::int64_t>(cores, 1, most)));
}

}  // namespace weft::tools
