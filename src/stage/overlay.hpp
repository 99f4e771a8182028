// SPDX-License-Identifier: BSD-3-Clause
// Combines several writes to a file, of which the later one to a place wins.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::stage {

/// Bytes that go to the file at `offset`, and are in memory at `source`.
struct FilePart {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    std::int64_t source = 0;

    bool operator==(const FilePart&) const = default;
};

/// `writes`: in the order in which they were made; none is empty. The result is in rising order of
/// the file, without overlaps, and what lies side by side in both places is one part.
std::vector<FilePart> in_file_order(std::vector<FilePart> writes);

}  // namespace weft::stage
