// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/method_entry.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace weft::engine {
namespace {

TEST(MethodTable, NumbersThatHaveANameInTheCodeAreThoseOfTheirRows) {
    EXPECT_STREQ(name_of(Method::automatic), "automatic");
    EXPECT_STREQ(name_of(Method::direct), "direct");
    EXPECT_STREQ(name_of(Method::sieve), "sieve");
    EXPECT_STREQ(name_of(Method::two_phase), "two_phase");
    EXPECT_STREQ(name_of(Method::reference), "reference");
}

TEST(MethodTable, EachNameIsOneMethodsAndEachMethodCanRun) {
    std::set<std::string> names = {name_of(Method::automatic)};
    for (const MethodEntry* entry : method_table()) {
        EXPECT_TRUE(names.insert(entry->name).second) << entry->name;
        EXPECT_EQ(entry_of(method_named(entry->name)), entry);
        EXPECT_NE(entry->run, nullptr);
    }
    EXPECT_EQ(method_named("none"), Method::automatic);
    EXPECT_EQ(entry_of(Method::automatic), nullptr);
}

TEST(MethodTable, TheFirstMethodCanAlwaysBeTaken) {
    const MethodEntry& plain = *entry_of(plain_method);
    EXPECT_EQ(&plain, method_table().front());
    EXPECT_FALSE(plain.needs.all_ranks);
    EXPECT_FALSE(plain.needs.exchange);
    EXPECT_FALSE(plain.needs.rewriting);
}

}  // namespace
}  // namespace weft::engine
