// SPDX-License-Identifier: BSD-3-Clause
// Datatypes for tests, and the memory that they describe.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "region/pattern.hpp"

namespace weft::mpi {

/// Frees itself.
class Made {
public:
    explicit Made(MPI_Datatype handle) : handle_(handle) {}
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    ~Made() { MPI_Type_free(&handle_); }
    operator MPI_Datatype() const { return handle_; }

private:
    MPI_Datatype handle_;
};

inline MPI_Datatype struct_of(std::vector<int> lengths, std::vector<MPI_Aint> displacements,
                              std::vector<MPI_Datatype> types) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(static_cast<int>(types.size()), lengths.data(), displacements.data(),
                           types.data(), &made);
    return made;
}

inline std::vector<std::int64_t> displacements_of(const region::Pattern& pattern) {
    std::vector<std::int64_t> all;
    pattern.visit(0, pattern.element_count(),
                  [&](std::int64_t displacement, std::int64_t stride, std::int64_t count) {
                      for (std::int64_t i = 0; i < count; ++i)
                          all.push_back(displacement + i * stride);
                  });
    return all;
}

}  // namespace weft::mpi
