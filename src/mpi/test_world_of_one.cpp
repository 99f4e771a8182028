// SPDX-License-Identifier: BSD-3-Clause
// MPI for the unit tests of rooms that start it: each runs alone, as a world of one rank.
#include <gtest/gtest.h>

#include "mpi/comm.hpp"

namespace weft::mpi {
namespace {

class World : public testing::Environment {
#if !defined(WEFT_SERIAL)
    void SetUp() override {
        if (!is_running()) MPI_Init(nullptr, nullptr);
    }
    void TearDown() override {
        MPI_Finalize();
    }
#endif
};

const testing::Environment* const world = testing::AddGlobalTestEnvironment(new World);

}  // namespace
}  // namespace weft::mpi
