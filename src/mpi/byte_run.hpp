// SPDX-License-Identifier: BSD-3-Clause
// Any number of bytes as one message: a count and a datatype.
#pragma once

#include <cstdint>

#include "mpi/handles.hpp"
#include "mpi/pieces.hpp"

namespace weft::mpi {

/// The limits for describing bytes to MPI: as bytes up to `plain_bytes`, beyond that as one
/// datatype of blocks of `block_bytes` and a rest. The two ends of a message may use different
/// limits, as only bytes count.
struct ByteRunLimits {
    std::int64_t plain_bytes = largest_piece_bytes;
    std::int64_t block_bytes = std::int64_t{1} << 20;
};

class ByteRun {
public:
    explicit ByteRun(std::int64_t bytes, ByteRunLimits limits = {});
    /// Frees the datatype, which pending messages keep alive.
    ~ByteRun();
    ByteRun(const ByteRun&) = delete;
    ByteRun& operator=(const ByteRun&) = delete;

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] MPI_Datatype datatype() const { return datatype_; }

private:
    int count_ = 0;
    MPI_Datatype datatype_ = MPI_BYTE;
};

}  // namespace weft::mpi
