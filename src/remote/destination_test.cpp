// SPDX-License-Identifier: BSD-3-Clause
#include "remote/destination.hpp"

#include <gtest/gtest.h>

#include "remote/dial.hpp"

namespace weft::remote {
namespace {

TEST(Destination, NamesHaveAHostAndAPath) {
    const Name plain = parse_name("ssh://host/scratch/a.nc").value();
    EXPECT_EQ(plain.destination, (Destination{"ssh", "", "host", ""}));
    EXPECT_EQ(plain.path, "/scratch/a.nc");
    const Name full = parse_name("ssh://me@host.org:2222/a b:c@d").value();
    EXPECT_EQ(full.destination, (Destination{"ssh", "me", "host.org", "2222"}));
    EXPECT_EQ(full.path, "/a b:c@d");
    EXPECT_EQ(full.destination.name(), "ssh://me@host.org:2222");
}

TEST(Destination, PathsMayBeginAtHome) {
    EXPECT_EQ(parse_name("ssh://host/~/a.nc").value().path, "a.nc");
    EXPECT_EQ(parse_name("ssh://host/~other").value().path, "/~other");
}

TEST(Destination, NumericAddressesAreInBrackets) {
    const Name name = parse_name("ssh://[fe80::1]:22/a").value();
    EXPECT_EQ(name.destination.host, "fe80::1");
    EXPECT_EQ(name.destination.port, "22");
    EXPECT_EQ(name.destination.name(), "ssh://[fe80::1]:22");
}

TEST(Destination, RefusesWhatSshOrAShellMightTakeForSomethingElse) {
    for (const char* bad :
         {"ssh://host", "ssh://host/", "ssh:///a", "ssh://-oProxyCommand=x/a", "ssh://-l@host/a",
          "ssh://a;b/c", "ssh://$(x)/c", "ssh://a b/c", "ssh://@host/c", "ssh://host:/c",
          "ssh://host:22x/c", "ssh://host:123456/c", "ssh://[::1/c", "ssh://[::1]22/c"}) {
        EXPECT_EQ(parse_name(bad).code(), Code::einval) << bad;
    }
}

TEST(Ways, CommandsAreWordsAndTheHostIsOne) {
    Ways ways;
    ways.shell = "  ssh  -T -x ";
    ways.server = "/opt/weft serve --stdio";
    const std::vector<std::string> expected{"ssh",     "-T",        "-x",    "-p",     "2222",
                                            "me@host", "/opt/weft", "serve", "--stdio"};
    EXPECT_EQ(command_to({"ssh", "me", "host", "2222"}, ways), expected);
    EXPECT_EQ(routes_to({"gopher", "", "host", ""}, ways).status().code(), Code::einval);
}

}  // namespace
}  // namespace weft::remote
