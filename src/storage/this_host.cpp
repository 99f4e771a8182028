// SPDX-License-Identifier: BSD-3-Clause
#include "storage/this_host.hpp"

#include <xxhash.h>

#include <fstream>
#include <string>

namespace weft::storage {

std::uint64_t this_host() {
    static const std::uint64_t host = [] {
        std::ifstream file("/proc/sys/kernel/random/boot_id");
        std::string text;
        return file >> text ? XXH3_64bits(text.data(), text.size()) : std::uint64_t{0};
    }();
    return host;
}

}  // namespace weft::storage
