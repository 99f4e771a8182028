// SPDX-License-Identifier: BSD-3-Clause
#include "remote/tokens.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace weft::remote {
namespace {

const std::string key(64, 'a');
const std::string other_key(64, 'B');

std::string name_for(const std::string& text, const Destination& destination) {
    const auto token = token_for(parse_tokens(text, "t").value(), destination);
    return token.ok() ? token.value().key.name : token.status().context();
}

TEST(Tokens, EachLineIsATokenWithWhatItMay) {
    const auto tokens =
        parse_tokens("# ours\n\n alice " + key + " until=2030-01-31 # for a while\nbob " +
                         other_key + " read-only at=site.org:99\n",
                     "t");
    ASSERT_TRUE(tokens.ok()) << tokens.status().context();
    ASSERT_EQ(tokens.value().size(), 2U);
    EXPECT_EQ(tokens.value()[0].key.name, "alice");
    EXPECT_EQ(tokens.value()[0].key.key[31], std::byte{0xaa});
    EXPECT_FALSE(tokens.value()[0].is_over("2030-01-31"));
    EXPECT_TRUE(tokens.value()[0].is_over("2030-02-01"));
    EXPECT_TRUE(tokens.value()[1].is_read_only);
    EXPECT_EQ(tokens.value()[1].key.key[0], std::byte{0xbb});
    EXPECT_EQ(tokens.value()[1].at, "site.org:99");
}

TEST(Tokens, AWrongLineIsNamedWithoutItsKey) {
    for (const std::string& line :
         {std::string("alice"), "alice " + key.substr(1), "alice " + key.substr(1) + "g",
          "al/ce " + key, "alice " + key + " until=tomorrow", "alice " + key + " until=2030-13-01",
          "alice " + key + " until=2030-12-00", "alice " + key + " root",
          "alice " + key + "\nalice " + other_key}) {
        const auto tokens = parse_tokens("\n" + line, "t");
        ASSERT_FALSE(tokens.ok()) << line;
        EXPECT_TRUE(tokens.status().context().starts_with("t, line ")) << tokens.status().context();
        EXPECT_EQ(tokens.status().context().find("aaaa"), std::string::npos);
    }
}

TEST(Tokens, AServersOwnComesBeforeOneForAny) {
    const std::string text =
        "any " + key + "\nhere " + key + " at=site.org\nport " + key + " at=site.org:7";
    EXPECT_EQ(name_for(text, {"weft", "", "site.org", ""}), "here");
    EXPECT_EQ(name_for(text, {"weft", "", "else.org", ""}), "any");
    EXPECT_EQ(name_for(text, {"weft", "port", "site.org", "7"}), "port");
    EXPECT_EQ(name_for(text, {"weft", "any", "site.org", ""}), "any");
    EXPECT_EQ(name_for(text, {"weft", "carol", "site.org", ""}),
              "weft://carol@site.org: there is no token named \"carol\" for this server");
}

TEST(Tokens, AFileThatOthersMayReadIsRefused) {
    const std::string path = testing::TempDir() + "/tokens." + std::to_string(::getpid());
    std::ofstream(path) << "alice " << key << '\n';
    for (const mode_t mode : {0600, 0400, 0640, 0604, 0620, 0644}) {
        ASSERT_EQ(::chmod(path.c_str(), mode), 0);
        EXPECT_EQ(read_tokens(path).ok(), (mode & 077) == 0) << mode;
    }
    std::remove(path.c_str());
    EXPECT_FALSE(read_tokens(path).ok());
    EXPECT_FALSE(read_tokens("/dev/null").ok());
}

}  // namespace
}  // namespace weft::remote
