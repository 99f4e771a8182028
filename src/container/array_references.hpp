// SPDX-License-Identifier: BSD-3-Clause
// The references of a variable whose values are arrays in files, without filters: the arrays are
// cut into equal chunks, each of which is one run of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "container/references.hpp"
#include "layout/layout.hpp"

namespace weft::container {

/// The arrays that together are a variable.
struct ArrayForm {
    std::vector<std::int64_t> shape;  // of the variable
    // What divides the length of each array along each dimension. The arrays lie side by side along
    // a dimension, from multiples of it on.
    std::vector<std::int64_t> unit;
    // Whether all arrays have that very length.
    std::vector<bool> is_unit_whole;
    std::int64_t element_bytes = 1;
};

/// The lengths of chunks that are runs of bytes, of about `wanted_bytes`. A reader must get all
/// chunks with the same length, so they divide the unit: where that has no suitable divisor, a
/// chunk is shorter or longer.
std::vector<std::int64_t> chunk_of_arrays(const ArrayForm& form, std::int64_t wanted_bytes);

class ArrayReferences final : public References {
public:
    struct Location {
        std::size_t file = 0;
        std::int64_t offset = 0;
    };
    /// Finds the element with these indices.
    using Locate = std::function<Location(std::span<const std::int64_t> index)>;

    ArrayReferences(const ArrayForm& form, std::int64_t wanted_bytes, Locate locate);

    Status visit(const Use& use) override;

private:
    std::vector<std::int64_t> shape_;
    std::int64_t chunk_bytes_;
    Locate locate_;
};

/// The offset in its file of the element with these indices.
std::int64_t offset_of(const layout::Place& place, std::span<const std::int64_t> index);

/// The references of a variable that is one array, or one in each record, of the file with this
/// number.
std::unique_ptr<References> references_in(const layout::Place& place, std::size_t file,
                                          std::int64_t wanted_bytes);

}  // namespace weft::container
