// SPDX-License-Identifier: BSD-3-Clause
#include "storage/path_prefix.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::storage {
namespace {

TEST(PathPrefix, IsStrippedWhenItNamesAFileSystem) {
    for (const char* prefix : {"ufs:", "nfs:", "xfs:", "pvfs2:", "gpfs:", "panfs:", "lustre:",
                               "daos:", "testfs:", "ime:", "quobyte:"}) {
        EXPECT_EQ(strip_path_prefix(prefix + std::string("/data/a.nc")), "/data/a.nc") << prefix;
        EXPECT_EQ(strip_path_prefix(prefix), "") << prefix;
    }
}

TEST(PathPrefix, IsStrippedOnce) {
    EXPECT_EQ(strip_path_prefix("ufs:nfs:a.nc"), "nfs:a.nc");
}

TEST(PathPrefix, StaysWhenItIsPartOfTheName) {
    for (const char* path : {"", "a.nc", "run:1.nc", "/data/ufs:a.nc", "./ufs:a.nc", "UFS:a.nc",
                             "ufsa.nc", "ufs", ":a.nc", "xufs:a.nc"}) {
        EXPECT_EQ(strip_path_prefix(path), path);
    }
}

}  // namespace
}  // namespace weft::storage
