// SPDX-License-Identifier: BSD-3-Clause
#include "base/host_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

namespace weft {

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "?";
    std::string text(name.data());
    std::ranges::replace_if(
        text, [](unsigned char c) { return c <= ' '; }, '_');
    return text;
}

}  // namespace weft
