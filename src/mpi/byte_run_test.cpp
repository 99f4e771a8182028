// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/byte_run.hpp"

#include <gtest/gtest.h>

#include "mpi/mpi_test_bytes.hpp"
#include "mpi/mpi_test_world.hpp"

namespace weft::mpi {
namespace {

const ByteRunLimits small{.plain_bytes = 10, .block_bytes = 4};

TEST(ByteRun, FewBytesArePlain) {
    const ByteRun run(10, small);
    EXPECT_EQ(run.count(), 10);
    EXPECT_EQ(run.datatype(), MPI_BYTE);
}

TEST(ByteRun, ManyBytesAreOneValue) {
    for (const std::int64_t bytes : {std::int64_t{11}, std::int64_t{12}, std::int64_t{1} << 40}) {
        const ByteRun run(bytes, {.plain_bytes = 10, .block_bytes = bytes > 100 ? 1 << 20 : 4});
        EXPECT_EQ(run.count(), 1);
        MPI_Count size = 0;
        MPI_Type_size_x(run.datatype(), &size);
        EXPECT_EQ(size, bytes);
    }
}

TEST(ByteRun, EitherEndMayBePlain) {
    const CommView world = test_world();
    const int next = (world.rank() + 1) % world.size();
    const int previous = (world.rank() + world.size() - 1) % world.size();
    for (const std::int64_t length : {11, 12, 15, 4000}) {
        const auto sent = marked_bytes(world.rank(), length);
        const ByteRun blocks(length, small);
        const ByteRun plain(length);
        for (const bool send_blocks : {false, true}) {
            const ByteRun& out = send_blocks ? blocks : plain;
            const ByteRun& in = send_blocks ? plain : blocks;
            std::vector<std::byte> received(sent.size());
            MPI_Status status;
            MPI_Sendrecv(sent.data(), out.count(), out.datatype(), next, 4, received.data(),
                         in.count(), in.datatype(), previous, 4, world.handle(), &status);
            EXPECT_EQ(received, marked_bytes(previous, length));
            MPI_Count count = 0;
            MPI_Get_elements_x(&status, MPI_BYTE, &count);
            EXPECT_EQ(count, length);
        }
    }
}

}  // namespace
}  // namespace weft::mpi
