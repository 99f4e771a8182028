// SPDX-License-Identifier: BSD-3-Clause
// How the references of a variable are made, or why it can have none.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "container/references.hpp"
#include "tools/refs/zarr_metadata.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

struct ReferenceWishes {
    std::int64_t inline_bytes = 500;
    std::int64_t array_chunk_bytes = 4 << 20;
};

struct VariablePlan {
    int variable = 0;
    ZarrArray array;
    std::unique_ptr<container::References> places;  // null: all values are in the references
};

/// Code::enotsupport or Code::enofilter, with the reason, if it can have no references.
Result<VariablePlan> plan_variable(const Input& input, int variable, const ReferenceWishes& wishes);

}  // namespace weft::tools
