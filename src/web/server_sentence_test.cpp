// SPDX-License-Identifier: BSD-3-Clause
#include "web/server_sentence.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace weft::web {
namespace {

const std::vector<std::string> secrets = {"AKIDEXAMPLE", "hush"};

TEST(ServerSentence, IsThatOfTheXmlOfS3) {
    EXPECT_EQ(server_sentence("application/xml",
                              "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code><Message>The "
                              "key does not exist.</Message><Key>a</Key></Error>",
                              secrets),
              "NoSuchKey: The key does not exist.");
}

TEST(ServerSentence, IsTheFirstLineOfAText) {
    EXPECT_EQ(server_sentence("text/plain; charset=utf-8", "quota is used up\nmore\n", secrets),
              "quota is used up");
    EXPECT_EQ(server_sentence("text/html", "<html><body>no</body></html>", secrets), "");
}

TEST(ServerSentence, RepeatsNoSecret) {
    EXPECT_EQ(
        server_sentence("text/plain", "key AKIDEXAMPLE and hush of https://u:p@h/?q", secrets),
        "key ... and ... of https://h/?...");
}

TEST(ServerSentence, IsShort) {
    EXPECT_LT(server_sentence("text/plain", std::string(10000, 'x'), secrets).size(), 210U);
}

}  // namespace
}  // namespace weft::web
