// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/byte_run.hpp"

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

MPI_Datatype large_run(std::int64_t bytes, std::int64_t block_bytes) {
    MPI_Datatype block = MPI_DATATYPE_NULL;
    require(MPI_Type_contiguous(static_cast<int>(block_bytes), MPI_BYTE, &block),
            "MPI_Type_contiguous");
    const std::int64_t rest = bytes % block_bytes;
    const int lengths[] = {static_cast<int>(bytes / block_bytes), static_cast<int>(rest)};
    const MPI_Aint displacements[] = {0, static_cast<MPI_Aint>(bytes - rest)};
    const MPI_Datatype types[] = {block, MPI_BYTE};
    MPI_Datatype run = MPI_DATATYPE_NULL;
    require(MPI_Type_create_struct(2, lengths, displacements, types, &run),
            "MPI_Type_create_struct");
    require(MPI_Type_commit(&run), "MPI_Type_commit");
    release(MPI_Type_free(&block));
    return run;
}

}  // namespace

ByteRun::ByteRun(std::int64_t bytes, ByteRunLimits limits) {
    const bool is_plain = bytes <= limits.plain_bytes;
    count_ = is_plain ? static_cast<int>(bytes) : 1;
    if (!is_plain) datatype_ = large_run(bytes, limits.block_bytes);
}

ByteRun::~ByteRun() {
    if (datatype_ != MPI_BYTE) release(MPI_Type_free(&datatype_));
}

}  // namespace weft::mpi
