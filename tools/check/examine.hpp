// SPDX-License-Identifier: BSD-3-Clause
// Finds what is wrong or unusual about a file, by itself and as a file of a set.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "format/findings.hpp"
#include "parts/master.hpp"

namespace weft::tools {

struct CheckedFile {
    std::string path;
    const parts::Set* set = nullptr;  // whose part number `part` it should be
    int part = 0;
};

/// All findings, or why the file cannot be read.
Result<std::vector<format::Finding>> examine(const CheckedFile& checked);

}  // namespace weft::tools
