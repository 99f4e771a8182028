// SPDX-License-Identifier: BSD-3-Clause
// The words of --chunks, which are those of nccopy -c: "time/10,lat/90" for all variables with
// these dimensions, "sst:10,90,180" for one variable.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"

namespace weft::tools {

struct ChunkWishes {
    std::map<std::string, std::int64_t> dimensions;  // 0: as long as the dimension
    // The chunks of single variables; empty: an array in one piece.
    std::map<std::string, std::vector<std::int64_t>> variables;
    bool makes_arrays = false;  // "/": of all variables that may be

    [[nodiscard]] bool empty() const {
        return dimensions.empty() && variables.empty() && !makes_arrays;
    }
    /// Adds those of an option. Code::einval for other words.
    Status add(const std::string& text);
    /// Code::ebaddim, Code::enotvar for names that are unknown, Code::ebadchunk for a wrong number
    /// of lengths.
    [[nodiscard]] Status check(const model::Schema& schema) const;
};

}  // namespace weft::tools
