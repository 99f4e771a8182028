// SPDX-License-Identifier: BSD-3-Clause
#include "stage/manifest.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"

namespace weft::stage {
namespace {

Manifest an_example() {
    return {.id = 0x5f0c9a3be2d14477,
            .file = 0xa41c07,
            .born = 1795946208123456789,
            .logs = {{.host = 12, .ring_bytes = 1 << 20, .host_name = "n1", .path = "/a b/log-0"},
                     {.host = 13, .ring_bytes = 1 << 21, .host_name = "n2", .path = "/a b/log-1"}}};
}

TEST(Manifest, IsReadAsItWasWritten) {
    for (const LogUse use : {LogUse::bytes, LogUse::drained, LogUse::values, LogUse::copied}) {
        Manifest manifest = an_example();
        manifest.logs[1].use = use;
        if (use == LogUse::drained) manifest.parts = {"a b.part0", "/far/a b.part1"};
        const auto read = decode(encode(manifest));
        ASSERT_TRUE(read.ok()) << read.status().context();
        EXPECT_EQ(read.value(), manifest);
    }
}

TEST(Manifest, PartsBesideAFileMoveWithIt) {
    Manifest manifest;
    for (const char* path : {"out/a.nc.part0", "/far/a.nc.part1"})
        manifest.parts.push_back(name_of_part("out/a.nc", path));
    const std::vector<std::string> there = {"other/a.nc.part0", "/far/a.nc.part1"};
    EXPECT_EQ(paths_of_parts("other/a.nc", manifest), there);
    const std::vector<std::string> here = {"a.nc.part0", "/far/a.nc.part1"};
    EXPECT_EQ(paths_of_parts("a.nc", manifest), here);
}

TEST(Manifest, PartsAreWhereAFileMayHaveThem) {
    for (const char* name : {"a.nc.part0", "t1/a.nc.part0", "/far/a.nc.part0", "./a:b"})
        EXPECT_TRUE(may_be_part("a.nc", name)) << name;
    for (const char* name : {"", "../a", "t/../../a", "~/a", "host:t/a", "a\nlog"})
        EXPECT_FALSE(may_be_part("a.nc", name)) << name;
    EXPECT_FALSE(may_be_part("ssh://host/a.nc", "/far/a.nc.part0"));
    const storage::TestDirectory folder;
    storage::PosixStore store;
    Manifest manifest = an_example();
    manifest.parts = {"../other"};
    ASSERT_TRUE(write_manifest(store, folder.file("a.nc"), manifest).ok());
    EXPECT_EQ(read_manifest(store, folder.file("a.nc")).code(), Code::efile);
}

TEST(Manifest, AnyOtherTextIsRefused) {
    const std::string text = encode(an_example());
    for (std::size_t length = 0; length < text.size(); ++length)
        EXPECT_FALSE(decode(text.substr(0, length)).ok()) << length;
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string changed = text;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        EXPECT_FALSE(decode(changed).ok()) << i;
    }
    EXPECT_FALSE(decode(text + "x").ok());
}

TEST(Manifest, LiesBesideTheFileAndIsReplaced) {
    const storage::TestDirectory folder;
    storage::PosixStore store;
    const std::string file = folder.file("out.nc");
    ASSERT_TRUE(read_manifest(store, file).ok());
    EXPECT_FALSE(read_manifest(store, file).value());
    Manifest manifest = an_example();
    ASSERT_TRUE(write_manifest(store, file, manifest).ok());
    EXPECT_EQ(*read_manifest(store, file).value(), manifest);
    manifest.logs.pop_back();
    ASSERT_TRUE(write_manifest(store, file, manifest).ok());
    EXPECT_EQ(*read_manifest(store, file).value(), manifest);
    EXPECT_TRUE(remove_manifest(store, file, 1).ok());
    EXPECT_TRUE(read_manifest(store, file).value()) << "another job's";
    EXPECT_TRUE(remove_manifest(store, file, manifest.id).ok());
    EXPECT_TRUE(remove_manifest(store, file).ok()) << "there may be none";
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace weft::stage
