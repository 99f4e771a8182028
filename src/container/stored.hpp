// SPDX-License-Identifier: BSD-3-Clause
// How much of what a dataset announces its files hold. A file that was cut short, or to which a
// program has not written everything, ends before its data do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::container {

struct Stored {
    // Of the file; of several, of the single one that they stand for.
    std::int64_t file_bytes = 0;
    // So many of a variable's elements are in the files, from the first on; for each variable.
    std::vector<std::int64_t> elements = {};
    // Of several files, those that end before their data.
    std::vector<std::string> short_files = {};
};

}  // namespace weft::container
