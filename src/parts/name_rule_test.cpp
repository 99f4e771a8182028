// SPDX-License-Identifier: BSD-3-Clause
// Which names of parts are permitted, against a plain definition, for every name that is composed
// of the words that could lead elsewhere.
#include "parts/name_rule.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "base/test_seeds.hpp"
#include "parts/test_table.hpp"

namespace weft::parts {
namespace {

constexpr const char* id_text = "0000000000000001fedcba9876543210";

/// A set of two parts, the second of which has this name.
Table with_name(const std::string& name) {
    Table table = table_of(1);
    table.names.push_back(name);
    table.weights.push_back(1);
    return table;
}

Status check(const std::string& name, const MasterPlace& place = test_place) {
    const Table table = with_name(name);
    const NameRule rule(table, place);
    const Status checked = rule.check(1);
    EXPECT_EQ(rule.check_all().ok(), checked.ok()) << name;
    EXPECT_EQ(rule.check_new().ok() || name.empty(), checked.ok() || name.empty()) << name;
    return checked;
}

std::string in_folder(const std::string& folder, const std::string& stem = "data.nc") {
    return folder + "/" + stem + "." + id_text + ".0001";
}

const MasterPlace far_away{.path = "weft://server/scratch/data.nc", .is_elsewhere = true};

TEST(NameRule, NamesThatWeftGivesCount) {
    for (const std::string& name :
         {std::string("data.nc.0001"), in_folder("t1"), in_folder("t1/t2"), in_folder("."),
          in_folder("./t1"), in_folder("t1/"), in_folder("t1/."), in_folder("t.1..x")}) {
        EXPECT_TRUE(check(name).ok()) << check(name).context();
        EXPECT_TRUE(check(name, far_away).ok()) << check(name, far_away).context();
    }
    for (const std::string& name : {in_folder("/fast1"), in_folder("/"), in_folder("/a//b/")}) {
        if (name.starts_with("//")) continue;
        EXPECT_TRUE(check(name).ok()) << check(name).context();
        EXPECT_FALSE(check(name, far_away).ok()) << name;
    }
}

TEST(NameRule, NamesThatLeadElsewhereAreRefusedByName) {
    for (const std::string& name : {std::string("ssh://host.invalid/x"),
                                    std::string("weft://host/data.nc.0001"),
                                    in_folder("ssh://host"),
                                    in_folder("weft://host"),
                                    in_folder("host:/data"),
                                    in_folder("ufs:/data"),
                                    in_folder("lustre:t1"),
                                    std::string("ufs:data.nc.0001"),
                                    std::string("host:data.nc.0001"),
                                    in_folder(".."),
                                    in_folder("./.."),
                                    in_folder("../x"),
                                    in_folder("a/../../b"),
                                    in_folder("/a/.."),
                                    in_folder("a/.."),
                                    in_folder("//host/x"),
                                    in_folder("~"),
                                    in_folder("~root"),
                                    std::string("/data.nc.0001"),
                                    std::string("/etc/passwd"),
                                    std::string("t1/data.nc.0001"),
                                    std::string("data.nc"),
                                    std::string("data.nc.0000"),
                                    std::string("data.nc.0002"),
                                    std::string("data.nc.00001"),
                                    std::string("data.nc.e1.0001"),
                                    std::string("data.nc.1"),
                                    std::string("other.nc.0001"),
                                    std::string(".0001"),
                                    std::string("data.nc.0001/"),
                                    std::string("data.nc.0001/."),
                                    in_folder("t1", "other.nc"),
                                    in_folder("t1") + "x",
                                    std::string("."),
                                    std::string(".."),
                                    std::string("/"),
                                    std::string("data.nc.0001 "),
                                    std::string("data.nc.\n0001"),
                                    std::string("data.nc.0001\0", 13),
                                    std::string("data\0.nc.0001", 13),
                                    in_folder("\x1b[31m"),
                                    in_folder("a\nb"),
                                    in_folder("a\rb"),
                                    in_folder("a\x7f"),
                                    in_folder(std::string(5000, 'x'))}) {
        for (const MasterPlace& place : {test_place, far_away}) {
            const Status refused = check(name, place);
            EXPECT_EQ(refused.code(), Code::enotnc) << name;
            EXPECT_NE(refused.context().find("part 1 is called '"), std::string::npos)
                << refused.context();
            for (const char c : refused.context()) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
            EXPECT_LT(refused.context().size(), 500U);
        }
    }
}

TEST(NameRule, AMasterIsNotItsOwnPart) {
    const MasterPlace place{.path = "/scratch/data.nc.0001"};
    EXPECT_NE(check("data.nc.0001", place).context().find("master's own"), std::string::npos);
    EXPECT_TRUE(check("data.nc.0001", {.path = "data.nc.0001.nc"}).ok());
}

TEST(NameRule, AMasterUnderAnotherNameIsNoNamesake) {
    const Table table = with_name("data.nc.0001");
    for (const char* path : {"copy.nc", "/scratch/data.nc.bak", "data.nc/x", "data.n", ""}) {
        const MasterPlace place{.path = path};
        EXPECT_TRUE(NameRule(table, place).check_all().ok()) << path;
        EXPECT_FALSE(NameRule(table, place).is_namesake(0)) << path;
    }
    for (const char* path : {"data.nc", "/scratch/data.nc", "./data.nc"})
        EXPECT_TRUE(NameRule(table, MasterPlace{.path = path}).is_namesake(1)) << path;
}

TEST(NameRule, EachEpochHasItsStem) {
    Table table = with_name("data.nc.0001");
    table.epochs = {0, 5};
    table.names.push_back("new.nc.e1.0000");
    table.names.push_back("new.nc.e1.0001");
    EXPECT_TRUE(NameRule(table, test_place).check_all().ok());
    EXPECT_TRUE(NameRule(table, test_place).is_namesake(0));
    EXPECT_FALSE(NameRule(table, test_place).is_namesake(2));
    Table other = with_name("data.nc.0001");
    other.epochs = {0, 5};
    other.names.push_back("new.nc.e1.0000");
    other.names.push_back("data.nc.e1.0001");
    EXPECT_FALSE(NameRule(other, test_place).check_all().ok());
}

/// The permitted names, defined a second time.
bool may_be(const std::string& name, bool is_elsewhere) {
    static const std::string file = std::string("data\\.nc\\.") + id_text + "\\.0001";
    static const std::string folder =
        "(?!~)(?!(.*/)?\\.\\./)[^/:\\x00-\\x1f\\x7f]+/([^/:\\x00-\\x1f\\x7f]*/)*";
    static const std::regex beneath("data\\.nc\\.0001|" + folder + file);
    static const std::regex absolute(
        "/(?!(.*/)?\\.\\./)([^/:\\x00-\\x1f\\x7f]+/([^/:\\x00-\\x1f\\x7f]*/)*)?" + file);
    return std::regex_match(name, beneath) || (!is_elsewhere && std::regex_match(name, absolute));
}

/// Every name of up to four words.
TEST(NameRule, EveryNameOfSuchWords) {
    const std::string file = std::string("data.nc.") + id_text + ".0001";
    const std::vector<std::string> words = {
        "/", "..", ".", "t1", "~x", "ssh:", "ufs:", ":", "\n", "...", "data.nc.0001", file};
    int accepted = 0;
    int refused = 0;
    const auto look = [&](const std::string& name) {
        for (const MasterPlace& place : {test_place, far_away}) {
            const bool counts = NameRule(with_name(name), place).check(1).ok();
            ASSERT_EQ(counts, may_be(name, place.is_elsewhere)) << name;
            ++(counts ? accepted : refused);
        }
    };
    for (const std::string& a : words)
        for (const std::string& b : words)
            for (const std::string& c : words)
                for (const std::string& d : words) {
                    look(a + b + c + d);
                    look(a + b + c + d + "/" + file);
                }
    EXPECT_GT(accepted, 20);
    EXPECT_GT(refused, 30000);
}

/// Longer ones, drawn at random.
TEST(NameRule, RandomNames) {
    const std::string file = std::string("data.nc.") + id_text + ".0001";
    const std::vector<std::string> words = {"/",    "/",        "..",  ".",   "t1",   "t1",
                                            "a b",  "\xc3\xa4", "~x",  "...", "ssh:", "//",
                                            "ufs:", "\t",       "%2e", file};
    for (const std::uint64_t seed : test_seeds(20, 7)) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        std::mt19937_64 random(seed);
        for (int i = 0; i < 500; ++i) {
            std::string name;
            for (std::uint64_t left = random() % 8; left > 0; --left)
                name += words[random() % words.size()];
            if (random() % 4 != 0) name += "/" + file;
            for (const MasterPlace& place : {test_place, far_away}) {
                const bool counts = NameRule(with_name(name), place).check(1).ok();
                ASSERT_EQ(counts, may_be(name, place.is_elsewhere)) << name;
                if (!counts) continue;
                ASSERT_TRUE(name.ends_with("/" + file) || name == "data.nc.0001") << name;
                ASSERT_EQ(("/" + name).find("/../"), std::string::npos) << name;
                ASSERT_EQ(name.find_first_of(":\t\n"), std::string::npos) << name;
                ASSERT_FALSE(name.starts_with('~') || name.starts_with("//")) << name;
                ASSERT_FALSE(place.is_elsewhere && name.starts_with('/')) << name;
                const std::string path = path_of_part(place.path, name);
                ASSERT_TRUE(path.starts_with(name.starts_with('/') ? "/" : folder_of(place.path)));
            }
        }
    }
}

}  // namespace
}  // namespace weft::parts
