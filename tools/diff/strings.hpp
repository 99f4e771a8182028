// SPDX-License-Identifier: BSD-3-Clause
// Compares variables of strings. One rank does it: nothing large is kept as strings.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "tools/diff/header.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

struct StringsTally {
    std::int64_t differing = 0;
    std::int64_t first = -1;  // the smallest index of a difference
    std::array<std::string, 2> first_strings;
};

/// Compares a comparable pair of variables of strings.
Result<StringsTally> compare_strings(const Input& first, const Input& second,
                                     const VariablePair& pair);

}  // namespace weft::tools
