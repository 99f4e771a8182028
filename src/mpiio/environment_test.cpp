// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/environment.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace weft::mpiio {
namespace {

TEST(Environment, SaysNothingWhereAVariableIsMissing) {
    unsetenv("WEFT_MPIIO");
    unsetenv("WEFT_MPIIO_HINTS");
    EXPECT_EQ(served_files(), "");
    EXPECT_EQ(environment_hints(), "");
}

TEST(Environment, IsReadAnewEachTime) {
    setenv("WEFT_MPIIO", "*.h5", 1);
    setenv("WEFT_MPIIO_HINTS", "cb_nodes=2;romio_ds_write=disable", 1);
    EXPECT_EQ(served_files(), "*.h5");
    EXPECT_EQ(environment_hints(), "cb_nodes=2;romio_ds_write=disable");
    setenv("WEFT_MPIIO", "off", 1);
    EXPECT_EQ(served_files(), "off");
    unsetenv("WEFT_MPIIO");
    unsetenv("WEFT_MPIIO_HINTS");
}

}  // namespace
}  // namespace weft::mpiio
