// SPDX-License-Identifier: BSD-3-Clause
// A file whose format does not keep each variable in one place, in the output of weft info: chunks,
// filters, and how much they save.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/shared/input.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

struct ChunkedFile {
    std::string path;
    Input input;
    std::int64_t file_bytes = 0;
    std::optional<std::int64_t> lost_bytes{};  // that nothing in the file names; none: untold
    std::vector<std::int64_t> stored;          // bytes of each variable in the file
    std::vector<int> shown = {};               // variables
};

/// Code::enotsupport if the format keeps each variable in one place.
Result<ChunkedFile> examine_chunks(const std::string& path, Input input);

void print_chunks(Output& out, const ChunkedFile& file);
nlohmann::ordered_json json_of_chunks(const ChunkedFile& file);

}  // namespace weft::tools
