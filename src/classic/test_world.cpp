// SPDX-License-Identifier: BSD-3-Clause
// MPI for the unit tests of this folder: each runs alone, as a world of one rank.
#include <gtest/gtest.h>

#include "mpi/comm.hpp"

namespace weft::classic {
namespace {

class World : public testing::Environment {
#if !defined(WEFT_SERIAL)
    void SetUp() override {
        if (!mpi::is_running()) MPI_Init(nullptr, nullptr);
    }
    void TearDown() override {
        MPI_Finalize();
    }
#endif
};

const testing::Environment* const world = testing::AddGlobalTestEnvironment(new World);

}  // namespace
}  // namespace weft::classic
