// SPDX-License-Identifier: BSD-3-Clause
// How much of the announced data the files of a dataset hold. A file ends before its data do if it
// was cut short, or if a program has not written everything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::container {

struct Stored {
    // The size of the file; for several files, of the single one that they stand for.
    std::int64_t file_bytes = 0;
    // For each variable, how many of its elements, from the first on, are in the files.
    std::vector<std::int64_t> elements = {};
    // For several files, those that end before their data do.
    std::vector<std::string> short_files = {};
};

}  // namespace weft::container
