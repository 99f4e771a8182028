// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_changes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace weft::hdf5 {
namespace {

using Content = std::vector<std::byte>;

constexpr std::size_t changed_chunk_bytes = 700;

Content changed_at(const Content& old, std::size_t begin, std::size_t end) {
    Content now = old;
    std::fill(now.begin() + static_cast<std::ptrdiff_t>(begin),
              now.begin() + static_cast<std::ptrdiff_t>(end), std::byte{7});
    return now;
}

Content changes_between(const Content& old, const Content& now, std::size_t unit) {
    return encoded_changes(differences(old, now, unit), now);
}

TEST(ChunkChanges, AreTheUnitsThatDiffer) {
    const Content old(changed_chunk_bytes);
    const Content now = changed_at(changed_at(old, 5, 6), 255, 257);
    using Runs = std::vector<region::Interval>;
    EXPECT_EQ(differences(old, now, 1), (Runs{{5, 6}, {255, 257}}));
    EXPECT_EQ(differences(old, now, 4), (Runs{{4, 8}, {252, 260}}));
    EXPECT_EQ(differences(old, now, 256), (Runs{{0, 512}}));
    EXPECT_EQ(differences(old, changed_at(old, 699, 700), 256), (Runs{{512, 700}}));
    EXPECT_EQ(differences(old, old, 1), Runs{});
}

TEST(ChunkChanges, OfTwoRanksKeepEachOther) {
    const Content old(changed_chunk_bytes);
    const Content first = changed_at(old, 0, 100);
    const Content second = changed_at(old, 100, 200);
    const Content changes[] = {changes_between(old, first, 4), changes_between(old, second, 4)};
    for (const std::size_t one : {0, 1}) {
        Content chunk = old;
        EXPECT_TRUE(apply_changes(changes[one], chunk).ok());
        const auto runs = apply_changes(changes[1 - one], chunk);
        ASSERT_TRUE(runs.ok());
        EXPECT_EQ(runs.value().size(), 1U);
        EXPECT_EQ(chunk, changed_at(old, 0, 200));
    }
}

TEST(ChunkChanges, StayWithinTheChunk) {
    Content chunk(changed_chunk_bytes);
    const Content good = changes_between(chunk, changed_at(chunk, 600, 700), 4);
    EXPECT_TRUE(apply_changes(good, chunk).ok());
    for (std::size_t length = 1; length < good.size(); ++length)
        EXPECT_EQ(apply_changes(std::span(good).first(length), chunk).code(), Code::efile);
    for (const std::int64_t offset : {std::int64_t{-1}, std::int64_t{601}, std::int64_t{1} << 62}) {
        Content bad = good;
        std::memcpy(bad.data(), &offset, sizeof offset);
        EXPECT_EQ(apply_changes(bad, chunk).code(), Code::efile) << offset;
    }
}

}  // namespace
}  // namespace weft::hdf5
