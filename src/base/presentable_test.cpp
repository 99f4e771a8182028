// SPDX-License-Identifier: BSD-3-Clause
#include "base/presentable.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Presentable, HidesTheUserAndTheQueryOfAnAddress) {
    EXPECT_EQ(presentable("https://ada:secret@host.org/a.nc"), "https://host.org/a.nc");
    EXPECT_EQ(presentable("https://host.org/a.nc?X-Amz-Signature=1f&x=2"),
              "https://host.org/a.nc?...");
    EXPECT_EQ(presentable("HTTP://token@host:80/a?b#c"), "HTTP://host:80/a?...");
    EXPECT_EQ(presentable("s3://key:secret@bucket/a.nc"), "s3://bucket/a.nc");
}

TEST(Presentable, FindsAddressesInSentences) {
    EXPECT_EQ(presentable("rank 0: 'https://h/a?k=1': no, \"http://u:p@h/b?q\" neither"),
              "rank 0: 'https://h/a?...': no, \"http://h/b?...\" neither");
    EXPECT_EQ(presentable("'https://h/a b?k=1 2': no"), "'https://h/a b?...': no");
    EXPECT_EQ(presentable("'https://h/a?k='1'&l"), "'https://h/a?...");
    EXPECT_EQ(presentable("(https://h/a?k='1'&l=2) and"), "(https://h/a?...) and");
    EXPECT_EQ(presentable("https://h/a?...: no"), "https://h/a?...: no");
    EXPECT_EQ(presentable("ftp://a:b@h/?x"), "ftp://h/?...");
    EXPECT_EQ(presentable("https://h/a?x https://h/b?y"), "https://h/a?... https://h/b?...");
    EXPECT_EQ(presentable("x?y=https://a:b@h/?z"), "x?y=https://h/?...");
}

TEST(Presentable, HidesPasswordsWithCharactersThatDoNotBelongThere) {
    EXPECT_EQ(presentable("https://ada:pa/ss@host/a"), "https://host/a");
    EXPECT_EQ(presentable("https://ada:p@ss@host/a"), "https://host/a");
    EXPECT_EQ(presentable("https://ada:pa?ss@host/a"), "https://host/a");
}

TEST(Presentable, NamesMayHaveBlanks) {
    EXPECT_EQ(presentable_name("https://a:b@h/a b?k 1"), "https://h/a b?...");
    for (const char* name : {"", "a b?c", "ssh://a@h/b?c", "dir/https://h/a?c", "://a?b"})
        EXPECT_EQ(presentable_name(name), name);
}

TEST(Presentable, LeavesEverythingElseAsItIs) {
    for (const char* text :
         {"", "a.nc", "ssh://ada@host/a?b", "weft://token@host/a", "https://h/a@b.nc",
          "http://[::1]:80/a.nc", "https://host.org:443/dir/a.nc#mode=bytes", "://", "http://"})
        EXPECT_EQ(presentable(text), text);
}

}  // namespace
}  // namespace weft
