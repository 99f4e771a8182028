// SPDX-License-Identifier: BSD-3-Clause
#include "storage/links.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "storage/test_directory.hpp"

namespace weft::storage {
namespace {

namespace fs = std::filesystem;

TEST(Links, AreFollowedToTheFileThatIsOrWillBe) {
    const TestDirectory directory;
    const fs::path base = directory.path();
    fs::create_directories(base / "a");
    fs::create_directories(base / "b");
    fs::create_symlink("../a/file", base / "b/link");
    fs::create_symlink(base / "b/link", base / "second");
    fs::create_symlink("round", base / "round");
    const auto behind = [&](const char* name) { return behind_links((base / name).string()); };
    EXPECT_EQ(behind("a/file"), (base / "a/file").string());
    EXPECT_EQ(behind("b/link"), (base / "b/../a/file").string());
    EXPECT_EQ(behind("second"), (base / "b/../a/file").string());
    EXPECT_EQ(behind("round"), (base / "round").string());
    EXPECT_EQ(behind_links("ssh://far/x"), "ssh://far/x");
    EXPECT_EQ(behind_links("x.nc"), "x.nc");
}

}  // namespace
}  // namespace weft::storage
