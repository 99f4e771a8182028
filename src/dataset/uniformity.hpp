// SPDX-License-Identifier: BSD-3-Clause
// Compares the arguments of all ranks, and names the one that differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "layout/layout.hpp"
#include "model/schema.hpp"
#include "mpi/comm.hpp"

namespace weft::dataset {

/// An argument, and the code of a difference in it.
struct UniformField {
    Code code;
    const char* what;
    std::string value;
};
using UniformFields = std::vector<UniformField>;

/// A number as a field's value.
std::string field_of(std::int64_t number);

/// Collective. Compares every rank's fields with rank 0's. The same status on all ranks: the worst
/// of all ranks' `mine` and differences.
Status compare_fields(mpi::CommView comm, Status mine, const UniformFields& fields);

/// A rank's definition in a form that can be compared and sent.
struct Definitions {
    PooledBytes encoded;                // by the container
    std::vector<std::byte> fill_modes;  // of the variables, then of new ones
    layout::Alignment alignment;        // the arguments of enddef

    [[nodiscard]] std::int64_t digest() const;
    /// Collective. Rank 0's, on all ranks.
    [[nodiscard]] Definitions of_root(mpi::CommView comm) const;
};

/// Collective. Whether all ranks passed the same `number` (>= 0).
bool is_uniform(mpi::CommView comm, std::int64_t number);

enum class Compared { all, all_but_attributes };

/// The first difference of two definitions, with the interface's words and codes.
Status difference(const model::Schema& roots, const model::Schema& mine,
                  Compared compared = Compared::all);

}  // namespace weft::dataset
