// SPDX-License-Identifier: BSD-3-Clause
// Arguments and results of a dataset's functions that are more than a number.
#pragma once

#include <cstdint>
#include <optional>

#include "layout/layout.hpp"
#include "types/types.hpp"

namespace weft::dataset {

/// How the file system stripes the file; bytes 0 and count 0: unknown.
struct Striping {
    std::int64_t bytes = 0;
    int count = 0;
};

/// The members are in the order of the arguments of _enddef.
using layout::Alignment;

/// Values for an attribute, in memory form.
struct AttributeValues {
    const void* address = nullptr;
    std::optional<types::Memory> type;  // not set: the attribute's own type
    std::int64_t count = 0;
};

}  // namespace weft::dataset
