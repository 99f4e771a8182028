// SPDX-License-Identifier: BSD-3-Clause
// What is wrong (errors) or unusual (warnings) about a file.
#pragma once

#include <cstdint>
#include <string>

#include "base/error_codes.hpp"

namespace weft {

enum class Severity { error, warning };

struct Finding {
    Severity severity{};
    Code code{};
    std::int64_t offset = 0;  // in the file
    std::string sentence;     // names the item; does not repeat the offset
};

}  // namespace weft
