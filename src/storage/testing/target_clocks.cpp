// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/target_clocks.hpp"

#include <map>
#include <mutex>

#include "storage/testing/virtual_clock.hpp"

namespace weft::storage {
namespace {

struct TargetClocks {
    std::mutex mutex;
    std::map<std::string, VirtualClock> of_folders;  // which end with a slash
};

TargetClocks& clocks_of_process() {
    static TargetClocks clocks;
    return clocks;
}

}  // namespace

Clock& clock_of_planned_target(const std::string& folder) {
    TargetClocks& clocks = clocks_of_process();
    const std::lock_guard guard(clocks.mutex);
    return clocks.of_folders.try_emplace(folder + "/", 0).first->second;
}

Clock* own_clock_of(const std::string& path) {
    TargetClocks& clocks = clocks_of_process();
    const std::lock_guard guard(clocks.mutex);
    for (auto& [folder, clock] : clocks.of_folders) {
        if (path.starts_with(folder)) return &clock;
    }
    return nullptr;
}

}  // namespace weft::storage
