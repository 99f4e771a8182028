// SPDX-License-Identifier: BSD-3-Clause
#include "web/web_name.hpp"

#include <gtest/gtest.h>

namespace weft::web {
namespace {

TEST(WebName, HasAnAddressAndAnOrigin) {
    const auto name = parse_web_name("https://Data.Example.org/a/b.nc?x=1&y#mode=bytes");
    ASSERT_TRUE(name.ok());
    EXPECT_EQ(name.value().url, "https://data.example.org/a/b.nc?x=1&y");
    EXPECT_EQ(name.value().origin, "https://data.example.org:443");
    EXPECT_EQ(name.value().user, "");
    EXPECT_EQ(parse_web_name("HTTP://h:8080").value().url, "http://h:8080/");
    EXPECT_EQ(parse_web_name("http://h?x").value().url, "http://h/?x");
    EXPECT_EQ(parse_web_name("http://[::1]:80/a").value().origin, "http://[::1]:80");
    EXPECT_EQ(parse_web_name("http://h/a b\xc3\xa4%20").value().url, "http://h/a%20b%C3%A4%20");
}

TEST(WebName, MayNameAUser) {
    const auto name = parse_web_name("https://ada:p%40ss:w@host:444/a");
    ASSERT_TRUE(name.ok());
    EXPECT_EQ(name.value().url, "https://host:444/a");
    EXPECT_EQ(name.value().user, "ada");
    EXPECT_EQ(name.value().password, "p@ss:w");
}

TEST(WebName, IsRefusedWithASentenceThatTellsNoSecret) {
    for (const char* bad :
         {"a.nc", "ftp://h/a", "http:///a", "http://h:x/a", "http://h:0/a", "http://h:65536/a",
          "http://[::1/a", "http://-h/a", "http://ada:secret@/a?secret", "http://u:secret@h:99999/",
          "http://h h/secret?secret"}) {
        const auto name = parse_web_name(bad);
        EXPECT_EQ(name.code(), Code::einval) << bad;
        EXPECT_EQ(name.status().context().find("secret@"), std::string::npos) << bad;
        EXPECT_EQ(name.status().context().find("?secret"), std::string::npos) << bad;
    }
}

TEST(WebName, OfARedirectIsAbsoluteOrRelative) {
    const std::string from = "https://h:444/a/b.nc?q=/x/";
    const auto led = [&](const char* to) { return redirect_target(from, to).value().url; };
    EXPECT_EQ(led("https://other/c?s"), "https://other/c?s");
    EXPECT_EQ(led("//other/c"), "https://other/c");
    EXPECT_EQ(led("/c"), "https://h:444/c");
    EXPECT_EQ(led("c?to=http://x/"), "https://h:444/a/c?to=http://x/");
    EXPECT_EQ(led("?p"), "https://h:444/a/b.nc?p");
    EXPECT_EQ(redirect_target("http://h/a", "https://h/a").value().origin, "https://h:443");
}

TEST(WebName, OfARedirectIsNotLessProtected) {
    EXPECT_FALSE(redirect_target("https://h/a", "http://h/a").ok());
    EXPECT_FALSE(redirect_target("https://h/a", "file:///etc/passwd").ok());
    EXPECT_FALSE(redirect_target("https://h/a", "ftp://h/a").ok());
}

TEST(WebName, KeysAreEncoded) {
    EXPECT_EQ(percent_encoded("a/b c+d?e#f~.nc"), "a/b%20c%2Bd%3Fe%23f~.nc");
}

}  // namespace
}  // namespace weft::web
