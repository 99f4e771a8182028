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
    EXPECT_EQ(behind_links("ufs:x.nc"), "x.nc");
    EXPECT_EQ(behind_links("lustre:/a/x.nc"), "/a/x.nc");
    EXPECT_EQ(behind_links("ufs:nfs:x.nc"), "./nfs:x.nc");
    EXPECT_EQ(behind_links("ufs:ssh://far/x"), "./ssh://far/x");
    EXPECT_EQ(behind_links("nfs:" + (base / "b/link").string()), (base / "b/../a/file").string());
}

TEST(Links, APlaceBeginsAtTheRoot) {
    const TestDirectory directory;
    const fs::path base = fs::canonical(directory.path());
    fs::create_directories(base / "a");
    fs::create_symlink("a", base / "folder");
    fs::create_symlink("file", base / "a/link");
    for (const char* name : {"a/file", "folder/file", "folder/../a/link", "./a/./link"})
        EXPECT_EQ(place_of_file((base / name).string()), (base / "a/file").string()) << name;
    EXPECT_EQ(place_of_file("x.nc"), (fs::current_path() / "x.nc").string());
    EXPECT_EQ(place_of_file("ssh://user@far:22/data/x"), "/data/x");
}

}  // namespace
}  // namespace weft::storage
