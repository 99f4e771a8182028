// SPDX-License-Identifier: BSD-3-Clause
#include "files/writers.hpp"

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include "engine/window/company.hpp"
#include "storage/path_prefix.hpp"

namespace weft::files {

bool writers_leave(storage::Store& store, const std::string& name) {
    constexpr int most_tries = 1000;
    constexpr std::chrono::milliseconds between_tries(1);
    std::error_code unknown;
    if (std::filesystem::is_symlink(storage::strip_path_prefix(name), unknown)) return true;
    const auto file = store.open_file(name, {});
    if (!file.ok()) return true;  // unknown: assume that nobody writes
    for (int tries = 0; engine::Company::is_there(*file.value()); ++tries) {
        if (tries == most_tries) return false;
        std::this_thread::sleep_for(between_tries);
    }
    return true;
}

}  // namespace weft::files
