// SPDX-License-Identifier: BSD-3-Clause
// Layouts as a client of Lustre would hand them out; no file system of that kind was asked.
#include "storage/lustre_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "base/test_seeds.hpp"
#include "storage/test_lustre_bytes.hpp"

namespace weft::storage::lustre {
namespace {

constexpr std::int64_t end_of_all = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t mib = 1 << 20;
constexpr std::uint32_t with_pool = 0x0bd30bd0;

Layout layout_in(const Published& bytes) {
    const Result<Layout> layout = read_layout(bytes);
    EXPECT_TRUE(layout.ok()) << layout.status().context();
    return layout.ok() ? layout.value() : Layout{};
}

Striping striping_in_force(const Published& bytes, std::int64_t file_bytes = 0, int targets = 0) {
    const Layout layout = layout_in(bytes);
    const Component* const found = prevailing(layout, file_bytes);
    return found == nullptr ? Striping{} : striping_of(*found, targets);
}

TEST(LustreLayout, StripesOfAPlainFile) {
    const Published bytes = published({.stripe_size = 4 * mib, .stripe_count = 3}, {5, 6, 2});
    const Layout expected = {
        {.end = end_of_all, .stripe_bytes = 4 * mib, .stripes = 3, .targets = {5, 6, 2}}};
    EXPECT_EQ(layout_in(bytes), expected);
    EXPECT_EQ(striping_in_force(bytes),
              (Striping{.stripe_bytes = 4 * mib, .stripes = 3, .targets = 3, .first_target = 5}));
}

TEST(LustreLayout, APoolOfTargets) {
    for (const std::string pool : {"flash", "fifteen_letters", "sixteen__letters"}) {
        const Published bytes = published({.magic = with_pool, .stripe_count = 2}, {1, 0}, pool);
        EXPECT_EQ(layout_in(bytes).at(0).pool, pool);
        EXPECT_EQ(layout_in(bytes).at(0).targets, (std::vector<std::uint32_t>{1, 0}));
    }
}

TEST(LustreLayout, FoldersHaveNoObjects) {
    const Published two = published({.stripe_size = 2 * mib, .stripe_count = 2});
    EXPECT_EQ(striping_in_force(two),
              (Striping{.stripe_bytes = 2 * mib, .stripes = 2, .targets = 2}));
    const Published all = published({.stripe_count = 65535});
    EXPECT_EQ(striping_in_force(all, 0, 40).stripes, 40);
    EXPECT_FALSE(striping_in_force(all).is_known());
    EXPECT_FALSE(striping_in_force(published({.stripe_size = 0, .stripe_count = 0})).is_known());
}

TEST(LustreLayout, SeveralStripesOnATarget) {
    const PublishedPlain plain{.pattern = 0x201, .stripe_count = 6};
    EXPECT_EQ(striping_in_force(published(plain, {3, 4, 3, 4, 3, 4})),
              (Striping{.stripe_bytes = mib, .stripes = 6, .targets = 2, .first_target = 3}));
    EXPECT_EQ(striping_in_force(published(plain), 0, 3).targets, 3);
}

TEST(LustreLayout, AnArchivedFileWillLieAsItDid) {
    const Published bytes = published({.pattern = 0x80000001, .stripe_count = 4});
    EXPECT_EQ(striping_in_force(bytes),
              (Striping{.stripe_bytes = mib, .stripes = 4, .targets = 4}));
}

PublishedPart part(std::uint64_t begin, std::uint64_t end, std::uint16_t stripes,
                   std::uint32_t flags = 0x10) {
    std::vector<std::uint32_t> targets;
    for (std::uint32_t i = 0; (flags & 0x10) != 0 && i < stripes; ++i) targets.push_back(i);
    return {.entry = {.flags = flags, .begin = begin, .end = end},
            .plain = published({.stripe_count = stripes}, targets)};
}

TEST(LustreLayout, TheComponentThatHasTheMostOfAFileSaysHowItLies) {
    const Published bytes = composite({part(0, 64 * mib, 1), part(64 * mib, 1024 * mib, 4),
                                       part(1024 * mib, ~std::uint64_t{0}, 32, 0)});
    EXPECT_EQ(layout_in(bytes).size(), 3);
    EXPECT_EQ(layout_in(bytes).back().end, end_of_all);
    EXPECT_EQ(striping_in_force(bytes, 0).stripes, 32) << "as large as it may become";
    EXPECT_EQ(striping_in_force(bytes, 10 * mib).stripes, 1);
    EXPECT_EQ(striping_in_force(bytes, 500 * mib).stripes, 4);
    EXPECT_EQ(striping_in_force(bytes, 1500 * mib).stripes, 4);
    EXPECT_EQ(striping_in_force(bytes, 5000 * mib).stripes, 32);
}

TEST(LustreLayout, DataBesideTheMetadataAreNotStriped) {
    PublishedPart first = part(0, mib, 0, 0x10);
    first.plain = published({.pattern = 0x100, .stripe_count = 0});
    const Published bytes = composite({first, part(mib, ~std::uint64_t{0}, 8)});
    EXPECT_EQ(striping_in_force(bytes, 1000).stripes, 8);
    EXPECT_FALSE(striping_in_force(composite(std::vector{first})).is_known());
}

TEST(LustreLayout, MirrorsThatAreStaleDoNotCount) {
    PublishedPart stale = part(0, ~std::uint64_t{0}, 2, 0x11);
    stale.entry.id = 0x10001;
    PublishedPart fresh = part(0, ~std::uint64_t{0}, 5);
    fresh.entry.id = 0x20001;
    EXPECT_EQ(striping_in_force(composite({stale, fresh}), 100 * mib).stripes, 5);
    EXPECT_EQ(prevailing(layout_in(composite(std::vector{stale})), 1), nullptr);
}

TEST(LustreLayout, WhatHoldsNoDataOfTheProgramIsLeftOut) {
    const PublishedPart data = part(0, ~std::uint64_t{0}, 3);
    const PublishedPart parity = part(0, ~std::uint64_t{0}, 1, 0x90);
    const PublishedPart room = part(mib, ~std::uint64_t{0}, 1, 0x40);
    EXPECT_EQ(layout_in(composite({data, parity, room})).size(), 1);
    EXPECT_TRUE(layout_in(published({.magic = 0x0bd70bd0})).empty()) << "somewhere else";
    PublishedPart foreign = data;
    foreign.plain = published({.magic = 0x0bd70bd0});
    EXPECT_FALSE(layout_in(composite(std::vector{foreign})).at(0).is_striped);
}

TEST(LustreLayout, TheOtherOrderOfBytes) {
    const Published plain = published({.stripe_size = 4 * mib, .stripe_count = 2}, {1, 9});
    Published swapped = plain;
    const auto swap = [&](std::size_t at, std::size_t length) {
        std::reverse(swapped.begin() + static_cast<std::ptrdiff_t>(at),
                     swapped.begin() + static_cast<std::ptrdiff_t>(at + length));
    };
    for (const std::size_t at : {0, 4, 24, 52, 76}) swap(at, 4);
    for (const std::size_t at : {28, 30}) swap(at, 2);
    EXPECT_EQ(layout_in(swapped), layout_in(plain));
}

TEST(LustreLayout, OtherKindsAreSaidToBeUnknown) {
    EXPECT_EQ(read_layout(published({.magic = 0x12345678})).code(), Code::enotsupport);
    PublishedPart nested = part(0, mib, 1);
    nested.plain = composite(std::vector{part(0, mib, 1)});
    EXPECT_EQ(read_layout(composite(std::vector{nested})).code(), Code::enotsupport);
}

TEST(LustreLayout, LayoutsThatContradictThemselvesAreWrong) {
    PublishedPart backwards = part(mib, 0, 1);
    EXPECT_EQ(read_layout(composite(std::vector{backwards})).code(), Code::efile);
    EXPECT_EQ(read_layout(published({.stripe_count = 65535}, {1, 2})).code(), Code::efile);
    Published elsewhere = composite(std::vector{part(0, mib, 1)});
    for (const std::uint32_t offset : {0xffffffffu, 200u}) {
        std::memcpy(elsewhere.data() + 32 + 24, &offset, sizeof offset);
        EXPECT_EQ(read_layout(elsewhere).code(), Code::efile) << offset;
    }
    Published many = composite(std::vector{part(0, mib, 1)});
    const std::uint16_t entries = 65535;
    std::memcpy(many.data() + 14, &entries, sizeof entries);
    EXPECT_EQ(read_layout(many).code(), Code::efile);
}

std::vector<Published> recorded() {
    return {published({.stripe_count = 3}, {5, 6, 2}),
            published({.magic = with_pool, .stripe_count = 2}, {1, 0}, "flash"),
            published({.magic = 0x0bd50bd0, .pattern = 0x201, .stripe_count = 4}, {1, 0, 1, 0}),
            composite({part(0, mib, 1), part(mib, ~std::uint64_t{0}, 4, 0)})};
}

/// A layout that ends early is wrong, unless it ends where objects would begin: so does that of a
/// folder.
TEST(LustreLayout, LayoutsThatEndEarlyAreWrong) {
    for (const Published& whole : recorded()) {
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto cut = std::span(whole).first(length);
            const Result<Layout> layout = read_layout(cut);
            if (!layout.ok()) {
                EXPECT_EQ(layout.code(), Code::efile);
                continue;
            }
            ASSERT_EQ(layout.value().size(), 1);
            EXPECT_TRUE(layout.value().front().targets.empty());
            EXPECT_TRUE(length == 32 || length == 48) << length;
        }
    }
}

TEST(LustreLayout, AnyBytesAreReadOrRefused) {
    for (const std::uint64_t seed : test_seeds(3000)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        std::vector<Published> all = recorded();
        Published bytes = all[random() % all.size()];
        for (std::uint64_t changes = 1 + random() % 6; changes > 0; --changes)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        if (random() % 4 == 0) bytes.resize(random() % (bytes.size() + 40));
        const Result<Layout> layout = read_layout(bytes);
        if (!layout.ok()) {
            ASSERT_TRUE(layout.code() == Code::efile || layout.code() == Code::enotsupport);
            continue;
        }
        for (const Component& component : layout.value()) {
            ASSERT_LE(component.begin, component.end);
            ASSERT_TRUE(component.targets.empty() ||
                        std::ssize(component.targets) == component.stripes);
        }
        const auto file_bytes = static_cast<std::int64_t>(random() >> 1);
        if (const Component* const found = prevailing(layout.value(), file_bytes)) {
            const Striping striping = striping_of(*found, static_cast<int>(random() % 100));
            ASSERT_GE(striping.stripes, striping.targets);
            ASSERT_EQ(striping.is_known(), striping.targets > 0);
        }
    }
}

TEST(LustreLayout, WhatIsWrittenIsRead) {
    for (const std::uint64_t seed : test_seeds(500)) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        std::vector<PublishedPart> parts;
        Layout expected;
        for (std::uint64_t count = random() % 5; count > 0; --count) {
            Component component;
            component.begin = static_cast<std::int64_t>(random() >> 2);
            component.end = component.begin + 1 + static_cast<std::int64_t>(random() >> 2);
            component.stripe_bytes = static_cast<std::uint32_t>(random());
            component.stripes = 1 + static_cast<int>(random() % 300);
            component.is_overstriped = random() % 2 == 0;
            component.is_stale = random() % 3 == 0;
            component.mirror = static_cast<int>(random() % 32768);
            if (random() % 2 == 0) component.pool = std::string(1 + random() % 16, 'p');
            for (int i = 0; random() % 50 != 0 && i < component.stripes; ++i)
                component.targets.push_back(static_cast<std::uint32_t>(random()));
            if (std::ssize(component.targets) < component.stripes) component.targets.clear();
            const PublishedPlain plain{
                .magic = component.pool.empty() ? 0x0bd10bd0 : with_pool,
                .pattern = component.is_overstriped ? 0x201u : 1u,
                .stripe_size = static_cast<std::uint32_t>(component.stripe_bytes),
                .stripe_count = static_cast<std::uint16_t>(component.stripes)};
            parts.push_back({.entry = {.id = static_cast<std::uint32_t>(component.mirror) << 16 | 1,
                                       .flags = component.is_stale ? 0x11u : 0x10u,
                                       .begin = static_cast<std::uint64_t>(component.begin),
                                       .end = static_cast<std::uint64_t>(component.end)},
                             .plain = published(plain, component.targets, component.pool)});
            expected.push_back(std::move(component));
        }
        EXPECT_EQ(layout_in(composite(parts)), expected);
    }
}

}  // namespace
}  // namespace weft::storage::lustre
