// SPDX-License-Identifier: BSD-3-Clause
#include "remote/shared_login.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace weft::remote {
namespace {

namespace fs = std::filesystem;

const std::string nothing_set = "user me\ncontrolmaster false\ncontrolpersist no\n";

TEST(SharedLogin, IsForTheSshOfAUserWhoHasSetUpNothingOfTheKind) {
    EXPECT_TRUE(can_share(nothing_set));
    EXPECT_FALSE(can_share(""));
    EXPECT_FALSE(can_share("controlmaster auto\n"));
    EXPECT_FALSE(can_share(nothing_set + "controlpath /home/me/.ssh/far\n"));
}

/// A folder for sockets.
class SharedSocket : public testing::Test {
protected:
    SharedSocket() {
        std::string name = (fs::temp_directory_path() / "weft-test-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
    }
    ~SharedSocket() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string socket() const { return socket_in(folder_); }
    [[nodiscard]] static std::string socket_in(const fs::path& folder) {
        return socket_to_share(nothing_set,
                               {.shell = "ssh", .server = "", .sockets = folder.string()});
    }
    [[nodiscard]] fs::path private_folder() const {
        return folder_ / ("weft-" + std::to_string(::geteuid()));
    }

    fs::path folder_;
};

TEST_F(SharedSocket, HasANameOfItsOwn) {
    const std::string name = socket();
    EXPECT_TRUE(name.starts_with(private_folder().string() + "/ssh-")) << name;
    EXPECT_NE(socket(), name);
}

TEST_F(SharedSocket, IsWhereNobodyElseCanGo) {
    ASSERT_FALSE(socket().empty());
    struct stat facts {};
    ASSERT_EQ(::stat(private_folder().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0700U);
    ::chmod(private_folder().c_str(), 0750);
    const std::string elsewhere = socket();
    EXPECT_FALSE(elsewhere.starts_with(folder_.string())) << elsewhere;
}

TEST_F(SharedSocket, IsNowhereThatSshCannotBeToldOf) {
    const fs::path odd = folder_ / "a folder with 100%";
    fs::create_directory(odd);
    const std::string elsewhere = socket_in(odd);
    EXPECT_FALSE(elsewhere.starts_with(odd.string())) << elsewhere;
    EXPECT_TRUE(fs::is_empty(odd));
}

TEST_F(SharedSocket, IsFoundByItsSocketAlone) {
    EXPECT_FALSE(is_shared_at(""));
    EXPECT_FALSE(is_shared_at((folder_ / "nothing").string()));
    EXPECT_FALSE(is_shared_at(folder_.string()));
}

}  // namespace
}  // namespace weft::remote
