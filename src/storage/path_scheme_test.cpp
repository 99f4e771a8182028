// SPDX-License-Identifier: BSD-3-Clause
#include "storage/path_scheme.hpp"

#include <gtest/gtest.h>

namespace weft::storage {
namespace {

TEST(PathScheme, IsWhatAUrlBeginsWith) {
    EXPECT_EQ(scheme_of("ssh://host/a.nc"), "ssh");
    EXPECT_EQ(scheme_of("WEFT://host:1/a.nc"), "WEFT");
    EXPECT_EQ(scheme_of("git+ssh2.0-x://host"), "git+ssh2.0-x");
    EXPECT_EQ(scheme_of("ssh://host/b://c"), "ssh");
}

TEST(PathScheme, IsMissingInOtherNames) {
    for (const char* const name :
         {"", "a.nc", "/a/b.nc", "a://b", "://b", "2x://b", "a b://c", "./ssh://b", "/x/ssh://b",
          "a/ssh://b", "ssh:/b", "ssh:b", "ufs:b", "ufs://b", "lustre://scratch/a.nc"})
        EXPECT_EQ(scheme_of(name), "") << name;
}

}  // namespace
}  // namespace weft::storage
