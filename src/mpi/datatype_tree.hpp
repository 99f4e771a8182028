// SPDX-License-Identifier: BSD-3-Clause
// A datatype as the tree of its constructors, with its layout in external32.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "mpi/datatype_contents.hpp"
#include "mpi/external32_values.hpp"

namespace weft::mpi {

/// The range from the first byte of a value to that of the next. `is_said`: set by the program,
/// perhaps with gaps or overlaps.
struct Bounds {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool is_said = false;

    [[nodiscard]] std::int64_t extent() const { return end - begin; }
};

struct DatatypeNode {
    Contents contents;  // without the handles of its datatypes
    std::vector<std::shared_ptr<const DatatypeNode>> children;
    std::vector<ExternalValue> values;  // of a predefined one, which has no children
    std::int64_t bytes = 0;             // of data
    std::int64_t extent = 0;
    std::int64_t external_bytes = 0;  // of data, in external32
    // The bounds in external32: displacements in bytes are kept, others count values. They are
    // equal to the bounds in memory if the data have the same size.
    Bounds external;
};

/// A datatype that is used several times is one node. Errors: Code::enotsupport for values that
/// this machine cannot convert to external32. Does not communicate.
Result<std::shared_ptr<const DatatypeNode>> datatype_tree(MPI_Datatype datatype);

}  // namespace weft::mpi
