// SPDX-License-Identifier: BSD-3-Clause
#include "stage/replaced_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"

namespace weft::stage {
namespace {

Status replace_by(const std::string& path, std::string_view text) {
    storage::PosixStore store;
    return replace_file(store, path, [&](storage::File& draft) {
        return draft.write_at(0, std::as_bytes(std::span(text)));
    });
}

std::string content_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ReplacedFile, HasTheOldContentOrTheNew) {
    const storage::TestDirectory folder;
    const std::string path = folder.file("a");
    ASSERT_TRUE(replace_by(path, "long ago").ok());
    ASSERT_TRUE(replace_by(path, "now").ok());
    EXPECT_EQ(content_of(path), "now");
    storage::PosixStore store;
    const auto fail = [](storage::File& /*draft*/) { return Status(Code::ewrite, "no"); };
    EXPECT_EQ(replace_file(store, path, fail).code(), Code::ewrite);
    EXPECT_EQ(content_of(path), "now");
    EXPECT_FALSE(std::filesystem::exists(draft_of(path)));
}

TEST(ReplacedFile, ADraftFollowsNoLink) {
    const storage::TestDirectory folder;
    const std::string path = folder.file("a");
    const std::string other = folder.file("other");
    std::ofstream(other) << "of somebody";
    std::filesystem::create_symlink(other, draft_of(path));
    ASSERT_TRUE(replace_by(path, "now").ok());
    EXPECT_EQ(content_of(other), "of somebody");
    EXPECT_EQ(content_of(path), "now");
    EXPECT_FALSE(std::filesystem::is_symlink(path));
}

}  // namespace
}  // namespace weft::stage
