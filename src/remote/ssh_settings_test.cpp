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
    EXPECT_EQ(ssh_settings(over_there, {.shell = "echo", .server = ""}, Deadline(5)), "");
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
        std::ofstream(folder_ / "ssh") << "#!/bin/sh\necho \"$*\" >> " << asked().string()
                                       << "\necho controlmaster false\necho connecttimeout none\n";
        ::chmod((folder_ / "ssh").c_str(), 0700);
    }
    ~SomeSsh() override { fs::remove_all(folder_); }

    [[nodiscard]] Ways ways() const {
        return {.shell = (folder_ / "ssh").string() + " -T", .server = "weft serve"};
    }
    [[nodiscard]] fs::path asked() const { return folder_ / "asked"; }

    fs::path folder_;
};

TEST_F(SomeSsh, IsAskedOnceHowItWouldGoThere) {
    EXPECT_EQ(ssh_settings(over_there, ways(), Deadline(5)),
              "controlmaster false\nconnecttimeout none\n");
    std::ifstream file(asked());
    std::string lines;
    std::getline(file, lines, '\0');
    EXPECT_EQ(lines, "-T -G -p 2222 me@far\n");
}

}  // namespace
}  // namespace weft::remote
