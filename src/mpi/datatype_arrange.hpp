// SPDX-License-Identifier: BSD-3-Clause
// How the constructors of MPI datatypes arrange copies of a child: pure functions of their
// arguments. Distances between copies are in units of the child's extent, unless the constructor
// counts bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "mpi/datatype_contents.hpp"
#include "region/pattern.hpp"

namespace weft::mpi {

/// The datatype that a constructor repeats.
struct Child {
    region::Pattern pattern;
    std::int64_t extent = 0;

    /// `count` copies side by side.
    [[nodiscard]] region::Pattern block(std::int64_t count) const {
        return pattern.repeated(count, extent);
    }
    /// The distance between the elements of copies side by side, if it is the same for all.
    [[nodiscard]] std::optional<std::int64_t> pitch_of_rows() const;
};

/// The pattern of a datatype with one child: of every constructor but struct.
region::Pattern arranged(const Contents& contents, const Child& child);

/// The arguments of MPI_Type_create_subarray, as MPI_Type_get_contents returns them.
region::Pattern subarray(const Child& child, std::span<const std::int64_t> integers);

/// The arguments of MPI_Type_create_darray, as MPI_Type_get_contents returns them.
region::Pattern distributed_array(const Child& child, std::span<const std::int64_t> integers);

}  // namespace weft::mpi
