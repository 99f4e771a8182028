// SPDX-License-Identifier: BSD-3-Clause
// The C++ interface on any number of ranks.
#include "check.hpp"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    cxx_test::World world{};
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world.size);
    try {
        cxx_test::test_definitions(world);
        cxx_test::test_inquiry(world);
        cxx_test::test_data(world);
        cxx_test::test_requests(world);
        cxx_test::test_errors(world);
        cxx_test::test_bytes(world);
        cxx_test::test_storage(world);
    } catch (const std::exception& e) {
        cxx_test::report(std::string("unexpected: ") + e.what());
    }
    MPI_Finalize();
    return cxx_test::failures == 0 ? 0 : 1;
}
