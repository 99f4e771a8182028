// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ssh_words.hpp"

#include <gtest/gtest.h>

namespace weft::remote {
namespace {

TEST(SshWords, ALinkThatFailedIsToldFromALoginThatDid) {
    for (const char* const words : {
             "ssh: connect to host far port 22: Connection timed out",
             "ssh: connect to host far port 22: Network is unreachable",
             "ssh: connect to host far port 22: No route to host",
             "kex_exchange_identification: Connection closed by remote host\r\n"
             "Connection closed by 10.0.0.1 port 22",
             "kex_exchange_identification: read: Connection reset by peer",
             "client_loop: send disconnect: Broken pipe",
             "Timeout, server far not responding.\nConnection to far closed by remote host.",
             "ssh: Could not resolve hostname far: Temporary failure in name resolution",
         }) {
        EXPECT_EQ(meaning_of_ssh(words), Code::efile) << words;
    }
    for (const char* const words :
         {"me@far: Permission denied (publickey,password).",
          "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures\n"
          "Disconnected from 10.0.0.1 port 22\nConnection closed by 10.0.0.1 port 22",
          "No ED25519 host key is known for far.\nHost key verification failed.",
          "ssh: Could not resolve hostname far: Name or service not known"}) {
        EXPECT_EQ(meaning_of_ssh(words), Code::eperm) << words;
    }
    EXPECT_EQ(meaning_of_ssh("ssh: connect to host far port 22: Connection refused"), Code::enoent);
    EXPECT_EQ(meaning_of_ssh(""), Code::eio);
    EXPECT_EQ(meaning_of_ssh("bash: line 1: weft: command not found"), Code::eio);
}

}  // namespace
}  // namespace weft::remote
