// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/representation.hpp"

#include <gtest/gtest.h>

namespace weft::mpiio {
namespace {

TEST(Representation, IsKnownByTheStandardsNames) {
    EXPECT_EQ(representation_of("native"), Representation::native);
    EXPECT_EQ(representation_of("internal"), Representation::internal);
    EXPECT_EQ(representation_of("external32"), Representation::external32);
    for (const char* const name : {"", "Native", "external", "external32 "})
        EXPECT_FALSE(representation_of(name)) << name;
    for (const auto known :
         {Representation::native, Representation::internal, Representation::external32})
        EXPECT_EQ(representation_of(name_of(known)), known);
}

}  // namespace
}  // namespace weft::mpiio
