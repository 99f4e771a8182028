// SPDX-License-Identifier: BSD-3-Clause
#include "remote/shared_login.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace weft::remote {
namespace {

namespace fs = std::filesystem;

const Destination over_there{"ssh", "me", "far", "2222"};
const std::string nothing_set = "user me\ncontrolmaster false\ncontrolpersist no\n";

TEST(SharedLogin, IsForTheSshOfAUserWhoHasSetUpNothingOfTheKind) {
    for (const char* shell : {"ssh -T", "/opt/bin/ssh"})
        EXPECT_TRUE(is_open_ssh({.shell = shell, .server = ""})) << shell;
    for (const char* shell : {"my-ssh", "ssh/it", ""})
        EXPECT_FALSE(is_open_ssh({.shell = shell, .server = ""})) << shell;
    EXPECT_TRUE(can_share(nothing_set));
    EXPECT_FALSE(can_share(""));
    EXPECT_FALSE(can_share("controlmaster auto\n"));
    EXPECT_FALSE(can_share(nothing_set + "controlpath /home/me/.ssh/far\n"));
}

/// A command named ssh that prints what it would do, and the folder that it is in.
class SomeSsh : public testing::Test {
protected:
    SomeSsh() {
        std::string name = (fs::temp_directory_path() / "weft-test-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        std::ofstream(folder_ / "ssh")
            << "#!/bin/sh\necho \"$*\" > " << (folder_ / "asked").string()
            << "\necho controlmaster false\n";
        ::chmod((folder_ / "ssh").c_str(), 0700);
    }
    ~SomeSsh() override { fs::remove_all(folder_); }

    [[nodiscard]] Ways ways() const {
        return {.shell = (folder_ / "ssh").string() + " -T",
                .server = "weft serve",
                .sockets = folder_.string()};
    }
    [[nodiscard]] std::string socket() const {
        return socket_to_share(over_there, ways(), Patience(5));
    }
    [[nodiscard]] fs::path private_folder() const {
        return folder_ / ("weft-" + std::to_string(::geteuid()));
    }

    fs::path folder_;
};

TEST_F(SomeSsh, IsAskedHowItWouldGoThere) {
    const std::string name = socket();
    EXPECT_TRUE(name.starts_with(private_folder().string() + "/ssh-")) << name;
    EXPECT_NE(socket(), name);
    std::string asked;
    std::getline(std::ifstream(folder_ / "asked"), asked);
    EXPECT_EQ(asked, "-T -G -p 2222 me@far");
}

TEST_F(SomeSsh, HasItsSocketWhereNobodyElseCanGo) {
    ASSERT_FALSE(socket().empty());
    struct stat facts {};
    ASSERT_EQ(::stat(private_folder().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0700U);
    ::chmod(private_folder().c_str(), 0750);
    const std::string elsewhere = socket();
    EXPECT_FALSE(elsewhere.starts_with(folder_.string())) << elsewhere;
}

TEST_F(SomeSsh, IsNotAskedForWhatItCannotSay) {
    Ways odd = ways();
    odd.sockets = (folder_ / "a folder with 100%").string();
    fs::create_directory(odd.sockets);
    const std::string elsewhere = socket_to_share(over_there, odd, Patience(5));
    EXPECT_FALSE(elsewhere.starts_with(odd.sockets)) << elsewhere;
    EXPECT_TRUE(fs::is_empty(odd.sockets));
}

TEST_F(SomeSsh, IsFoundByItsSocketAlone) {
    EXPECT_FALSE(is_shared_at(""));
    EXPECT_FALSE(is_shared_at((folder_ / "nothing").string()));
    EXPECT_FALSE(is_shared_at((folder_ / "ssh").string()));
}

}  // namespace
}  // namespace weft::remote
