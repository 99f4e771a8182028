// SPDX-License-Identifier: BSD-3-Clause
#include "storage/lustre_request.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "base/test_seeds.hpp"

namespace weft::storage::lustre {
namespace {

constexpr std::int64_t mibi = 1 << 20;

LayoutRequest first_request(const StripingWish& wish, const FolderFacts& place = {}) {
    return requests_for(wish, place).front();
}

Layout folder_of(int stripes, std::int64_t stripe_bytes, const std::string& pool = "") {
    return {{.end = 1, .stripe_bytes = stripe_bytes, .stripes = stripes, .pool = pool}};
}

TEST(LustreRequest, AStripeOfAMebibyteForEachNodeAsFarAsThereAreTargets) {
    EXPECT_EQ(first_request({.writers = 5}), (LayoutRequest{.stripes = 5, .stripe_bytes = mibi}));
    EXPECT_EQ(first_request({.writers = 50}, {.target_count = 12}).stripes, 12);
    EXPECT_EQ(first_request({.writers = 5000}).stripes, 2000) << "more has no file of Lustre";
    EXPECT_EQ(first_request({.stripes = 50, .writers = 5}, {.target_count = 12}).stripes, 12);
    EXPECT_EQ(first_request({.stripes = 3, .writers = 5}, {.target_count = 12}).stripes, 3);
}

TEST(LustreRequest, StripesAreWhole64Kibibytes) {
    const auto bytes_for = [](std::int64_t asked) {
        return first_request({.stripe_bytes = asked}).stripe_bytes;
    };
    EXPECT_EQ(bytes_for(0), mibi);
    EXPECT_EQ(bytes_for(1), 65536);
    EXPECT_EQ(bytes_for(65536), 65536);
    EXPECT_EQ(bytes_for(65537), 131072);
    EXPECT_EQ(bytes_for(std::int64_t{1} << 32), (std::int64_t{1} << 32) - 65536);
}

TEST(LustreRequest, WhatIsInheritedIsTheFoldersWhatIsAskedForIsNot) {
    const StripingWish inherited{.inherits = true, .stripe_bytes = 4 * mibi, .writers = 9};
    EXPECT_EQ(first_request(inherited, {.folder = folder_of(6, 2 * mibi)}),
              (LayoutRequest{.stripes = 6, .stripe_bytes = 4 * mibi}));
    EXPECT_EQ(first_request(inherited), (LayoutRequest{.stripes = 0, .stripe_bytes = 4 * mibi}));
    EXPECT_EQ(first_request({.inherits = true, .stripes = 2}, {.folder = folder_of(6, 2 * mibi)}),
              (LayoutRequest{.stripes = 2, .stripe_bytes = 2 * mibi}));
    EXPECT_TRUE(StripingWish{.inherits = true}.is_the_folders());
    EXPECT_FALSE(inherited.is_the_folders());
    EXPECT_FALSE(StripingWish{}.is_the_folders());
}

TEST(LustreRequest, AFoldersPoolIsKept) {
    const FolderFacts place{.target_count = 9, .folder = folder_of(1, mibi, "flash")};
    EXPECT_EQ(first_request({.writers = 3}, place).pool, "flash");
    const LayoutRequest overstriped = first_request({.stripes_per_target = 2, .writers = 3}, place);
    EXPECT_EQ(overstriped.pool, "flash");
    EXPECT_TRUE(overstriped.targets.empty()) << "Lustre takes a list or a pool";
}

TEST(LustreRequest, SeveralStripesForATargetAreListed) {
    const FolderFacts place{.target_count = 5, .file = 13};
    const LayoutRequest request = first_request({.stripes_per_target = 3, .writers = 2}, place);
    EXPECT_TRUE(request.is_overstriped);
    EXPECT_EQ(request.targets, (std::vector<std::uint32_t>{3, 4, 3, 4, 3, 4}));
    const LayoutRequest chosen =
        first_request({.stripes = 4, .stripes_per_target = 2, .first_target = 9}, place);
    EXPECT_EQ(chosen.targets, (std::vector<std::uint32_t>{4, 0, 4, 0}));
    // The next requests are without the list, then anywhere.
    const auto all = requests_for({.stripes_per_target = 2, .first_target = 1}, place);
    ASSERT_EQ(all.size(), 3);
    EXPECT_TRUE(all[1].targets.empty());
    EXPECT_EQ(all[1].first_target, 1);
    EXPECT_EQ(all[2].first_target, -1);
}

TEST(LustreRequest, TheFirstTargetIsCountedRoundAndRound) {
    EXPECT_EQ(first_request({.first_target = 23}, {.target_count = 10}).first_target, 3);
    EXPECT_EQ(first_request({.first_target = 23}).first_target, 23);
    EXPECT_EQ(first_request({.first_target = 70'000}).first_target, -1) << "Lustre has none";
}

/// Requests can be granted, and their bytes say what they request.
TEST(LustreRequest, WhatIsSentIsWhatIsAskedFor) {
    for (const std::uint64_t seed : test_seeds(2000)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        const auto some = [&](std::uint64_t most) {
            return static_cast<int>(random() % (most + 1));
        };
        const StripingWish wish{.inherits = some(3) == 0,
                                .stripes = some(1) == 0 ? 0 : some(3000),
                                .stripe_bytes = some(1) == 0 ? 0 : some(100'000'000),
                                .stripes_per_target = 1 + some(3) * some(20),
                                .first_target = some(200) - 1,
                                .writers = 1 + some(4096)};
        FolderFacts place{.target_count = some(3) == 0 ? 0 : 1 + some(500), .file = random()};
        if (some(2) == 0)
            place.folder = folder_of(some(4) == 0 ? Component::all : some(40), 65536 * some(40),
                                     some(2) == 0 ? "flash" : "");
        const std::vector<LayoutRequest> requests = requests_for(wish, place);
        ASSERT_FALSE(requests.empty());
        EXPECT_EQ(requests.back().first_target, -1);
        for (const LayoutRequest& request : requests) {
            const Result<Layout> sent = read_layout(sent_bytes(request));
            ASSERT_TRUE(sent.ok()) << sent.status().context();
            const Component& component = sent.value().at(0);
            EXPECT_EQ(component.stripes, request.stripes);
            EXPECT_EQ(component.stripe_bytes, request.stripe_bytes);
            EXPECT_EQ(component.stripe_bytes % 65536, 0);
            EXPECT_EQ(component.is_overstriped, request.is_overstriped);
            EXPECT_EQ(component.pool, request.pool);
            EXPECT_EQ(component.targets, request.targets);
            if (request.stripes == Component::all) continue;
            EXPECT_LE(request.stripes, 2000);
            std::map<std::uint32_t, int> on_target;
            for (const std::uint32_t target : request.targets) {
                EXPECT_LT(target, static_cast<std::uint32_t>(place.target_count));
                ++on_target[target];
            }
            for (const auto& [target, count] : on_target)
                EXPECT_LT(count, 2 * wish.stripes_per_target);
        }
    }
}

}  // namespace
}  // namespace weft::storage::lustre
