// SPDX-License-Identifier: BSD-3-Clause
// Checks whether start, count and stride select elements of a variable. The contract gives the
// order of the checks.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "base/short_array.hpp"
#include "model/schema.hpp"
#include "mpi/handles.hpp"

namespace weft::dataset {

/// The bounds of an access.
struct BlockLimits {
    std::string_view variable;        // its name, for messages
    std::span<const int> dimensions;  // for their names, in `schema`
    const model::Schema* schema = nullptr;
    ShortArray<std::int64_t, 4> shape;  // with the number of records that a get can see
    bool has_records = false;           // dimension 0 is the record dimension
    bool may_grow = false;              // a put: along unlimited dimensions
    std::int64_t last_start = 0;    // largest start in the record dimension that the format allows
    std::int64_t most_records = 0;  // that the format allows, along any unlimited dimension
    bool relaxed = true;            // start == length is legal with count 0

    [[nodiscard]] bool grows(std::size_t dimension) const {
        return may_grow && schema->dimension(dimensions[dimension]).is_unlimited;
    }

    /// The number of elements in a record of the variable; 0 for one without records.
    [[nodiscard]] std::int64_t slab_elements() const;
};

/// How the arrays are interpreted.
struct BlockArrays {
    const MPI_Offset* start = nullptr;
    const MPI_Offset* count = nullptr;   // null: an error, unless counts_are_one
    const MPI_Offset* stride = nullptr;  // null: 1
    bool counts_are_one = false;
};

/// Code::einvalcoords, eedge, enegativecnt or estride; variables without dimensions pass.
Status check_block(const BlockLimits& limits, const BlockArrays& arrays);

}  // namespace weft::dataset
