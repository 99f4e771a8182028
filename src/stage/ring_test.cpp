// SPDX-License-Identifier: BSD-3-Clause
#include "stage/ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <random>
#include <vector>

#include "base/test_seeds.hpp"
#include "stage/test_stage.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"

namespace weft::stage {
namespace {

std::ptrdiff_t files_in(const storage::TestDirectory& folder) {
    const std::filesystem::directory_iterator files(folder.path());
    return std::distance(begin(files), end(files));
}

/// Writes of random places and lengths, over the borders of stripes, are read as from one array.
TEST(Ring, IsOneArrayInSeveralFiles) {
    const storage::TestDirectory folder;
    storage::PosixStore store;
    const LogSize size = LogSize::of((5 << 20) + 4096, 3);
    Ring ring = Ring::create(store, folder.file("log"), size).value();
    EXPECT_EQ(files_in(folder), 3);
    std::vector<std::byte> expected(static_cast<std::size_t>(size.ring_bytes));
    ASSERT_TRUE(ring.write(0, expected).ok());
    const std::uint64_t seed = test_seeds(2).back();
    SCOPED_TRACE(replay_of(seed));
    std::mt19937_64 random(seed);
    for (int round = 0; round < 100; ++round) {
        const auto begin = static_cast<std::int64_t>(random() % (5 << 20));
        const auto most = static_cast<std::int64_t>(random() % 3'000'000);
        const std::int64_t length = std::min(size.ring_bytes - begin, most);
        const auto bytes = bytes_of(static_cast<std::size_t>(length), round);
        std::ranges::copy(bytes, expected.begin() + begin);
        ASSERT_TRUE(ring.write(begin + round * size.ring_bytes, bytes).ok());
    }
    Ring other = Ring::open(store, folder.file("log"), size).value();
    std::vector<std::byte> got(expected.size());
    ASSERT_TRUE(other.read(7 * size.ring_bytes, got).ok());
    EXPECT_EQ(got, expected);
    EXPECT_TRUE(Ring::remove(store, folder.file("log")).ok());
    EXPECT_EQ(files_in(folder), 0);
}

TEST(Ring, ABytePastTheFileIsAnError) {
    const storage::TestDirectory folder;
    storage::PosixStore store;
    Ring ring = Ring::create(store, folder.file("log"), LogSize::of(1 << 20, 2)).value();
    ASSERT_TRUE(ring.write(0, bytes_of(100, 1)).ok());
    std::vector<std::byte> got(101);
    EXPECT_EQ(ring.read(0, got).code(), Code::efile);
}

TEST(Ring, FilesThatAreThereAreNotTaken) {
    const storage::TestDirectory folder;
    storage::PosixStore store;
    const std::string path = folder.file("log");
    ASSERT_TRUE(store.open_file(path + ".2", {.writable = true, .create = true}).ok());
    EXPECT_EQ(Ring::create(store, path, LogSize::of(1 << 20, 4)).code(), Code::eexist);
    EXPECT_TRUE(Ring::remove(store, path).ok());
    EXPECT_EQ(files_in(folder), 0);
}

}  // namespace
}  // namespace weft::stage
