// SPDX-License-Identifier: BSD-3-Clause
// A datatype as the tree of constructors that it was made by, with what external32 makes of it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "mpi/datatype_contents.hpp"
#include "mpi/external32_values.hpp"

namespace weft::mpi {

/// From the first byte of a value to the first of the next. `is_said`: by the program, which may
/// leave room, or have neighbours overlap.
struct Bounds {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool is_said = false;

    [[nodiscard]] std::int64_t extent() const { return end - begin; }
};

struct DatatypeNode {
    Contents contents;  // but for the handles of its datatypes
    std::vector<std::shared_ptr<const DatatypeNode>> children;
    std::vector<ExternalValue> values;  // of a predefined one, which has no children
    std::int64_t bytes = 0;             // of data
    std::int64_t extent = 0;
    std::int64_t external_bytes = 0;  // of data, in external32
    // There: displacements in bytes mean what they say, others count what they repeat. Those in
    // memory, where data have the same size.
    Bounds external;
};

/// A datatype that comes again is one node. Errors: Code::enotsupport for values that external32
/// has and this machine cannot convert. Does not communicate.
Result<std::shared_ptr<const DatatypeNode>> datatype_tree(MPI_Datatype datatype);

}  // namespace weft::mpi
