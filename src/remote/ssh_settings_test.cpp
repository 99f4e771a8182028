// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ssh_settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace weft::remote {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const Destination over_there{"ssh", "me", "far", "2222"};

TEST(SshSettings, AreAskedOfOpenSshAlone) {
    for (const char* shell : {"ssh -T", "/opt/bin/ssh"})
        EXPECT_TRUE(is_open_ssh({.shell = shell, .server = ""})) << shell;
    for (const char* shell : {"my-ssh", "ssh/it", ""})
        EXPECT_FALSE(is_open_ssh({.shell = shell, .server = ""})) << shell;
    EXPECT_EQ(ssh_settings(over_there, {.shell = "echo", .server = ""}, Patience(5)), "");
}

TEST(SshSettings, HaveTheFastCipherFirstWhereNobodyHasChosen) {
    const std::string untouched = "user me\nciphers one,aes128-gcm@openssh.com,two\nport 22\n";
    EXPECT_THAT(words_for_cipher(untouched, untouched),
                ElementsAre("-o", "Ciphers=aes128-gcm@openssh.com,one,two"));
    EXPECT_THAT(words_for_cipher("user you\n" + untouched, untouched), testing::SizeIs(2));
    EXPECT_THAT(words_for_cipher("ciphers aes128-gcm@openssh.com,one\n", untouched), IsEmpty());
    EXPECT_THAT(words_for_cipher("ciphers one,two\n", "ciphers one,two\n"), IsEmpty());
    EXPECT_THAT(words_for_cipher("", untouched), IsEmpty());
    EXPECT_THAT(words_for_cipher("", ""), IsEmpty());
}

TEST(SshSettings, WaitForASilentHostForATimeThatSomebodyHasSaid) {
    EXPECT_THAT(words_for_time("user me\nconnecttimeout none\n", 30),
                ElementsAre("-o", "ConnectTimeout=15"));
    EXPECT_THAT(words_for_time("connecttimeout none\n", 0.5),
                ElementsAre("-o", "ConnectTimeout=1"));
    EXPECT_THAT(words_for_time("connecttimeout 7\n", 30), IsEmpty());
    EXPECT_THAT(words_for_time("", 30), IsEmpty());
}

/// A command named ssh that prints what it would do, and the folder that it is in.
class SomeSsh : public testing::Test {
protected:
    SomeSsh() {
        std::string name = (fs::temp_directory_path() / "weft-test-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        std::ofstream(folder_ / "ssh")
            << "#!/bin/sh\necho \"$*\" >> " << asked().string()
            << "\necho controlmaster false\necho ciphers slow,aes128-gcm@openssh.com\n";
        ::chmod((folder_ / "ssh").c_str(), 0700);
    }
    ~SomeSsh() override { fs::remove_all(folder_); }

    [[nodiscard]] Ways ways() const {
        return {.shell = (folder_ / "ssh").string() + " -T", .server = "weft serve"};
    }
    [[nodiscard]] fs::path asked() const { return folder_ / "asked"; }

    fs::path folder_;
};

TEST_F(SomeSsh, IsAskedHowItWouldGoThere) {
    const std::string settings = ssh_settings(over_there, ways(), Patience(5));
    EXPECT_EQ(settings, "controlmaster false\nciphers slow,aes128-gcm@openssh.com\n");
    const auto words = cipher_words(over_there, ways(), settings, Patience(5));
    EXPECT_EQ(words.size(), has_aes() ? 2 : 0);
    std::ifstream file(asked());
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, "-T -G -p 2222 me@far");
    if (!has_aes()) return;
    std::getline(file, line);
    EXPECT_EQ(line, "-T -G -F /dev/null -p 2222 me@far");
}

}  // namespace
}  // namespace weft::remote
