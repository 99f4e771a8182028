// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/kept_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hdf5/chunk_changes.hpp"
#include "stage/record.hpp"
#include "storage/test_directory.hpp"

namespace weft::hdf5 {
namespace {

using Bytes = std::vector<std::byte>;
using ChunkName = KeptValues::Name;

/// A log, and what a crash would leave in it.
class LogOfValues {
public:
    explicit LogOfValues(std::int64_t ring_bytes) {
        auto file =
            stage::LogFile::create(folder_.file("log"), 1, stage::LogSize::of(ring_bytes, 1),
                                   stage::Medium::memory, storage::kernel_calls());
        EXPECT_TRUE(file.ok()) << file.status().context();
        log_ = stage::Log::join(std::move(file).value(), 1).value();
    }

    [[nodiscard]] stage::Log& log() { return *log_; }

    /// The chunks that its records tell of.
    [[nodiscard]] std::map<ChunkName, Bytes> chunks(std::size_t bytes) {
        KeptState state;
        std::vector<Bytes> data;
        for (std::uint64_t number = log_->drained(); number < log_->reserved(); ++number) {
            const auto state_of =
                static_cast<stage::RecordState>(log_->file().slot(number).state.load());
            if (state_of != stage::RecordState::complete) continue;
            const stage::WholeRecord record = *stage::read_record(*log_, number).value();
            data.emplace_back(record.data().begin(), record.data().end());
            const Status added = state.add(record.shape(), data.size() - 1, [&] {
                return Result<std::vector<std::byte>>(data.back());
            });
            EXPECT_TRUE(added.ok()) << added.context();
        }
        std::map<ChunkName, Bytes> all;
        for (const auto& [name, its] : state.chunks()) {
            Bytes chunk = its.whole ? data[*its.whole] : Bytes(bytes);
            for (const std::size_t one : its.changes)
                EXPECT_TRUE(apply_changes(data[one], chunk).ok());
            all.emplace(name, std::move(chunk));
        }
        lengths_ = state.lengths();
        return all;
    }
    [[nodiscard]] const std::vector<std::int64_t>& lengths() const { return lengths_; }

private:
    storage::TestDirectory folder_;
    std::unique_ptr<stage::Log> log_;
    std::vector<std::int64_t> lengths_;
};

/// Chunks wait, change, leave and come again, in a log with room for a few of them: what waits is
/// always there, and one that waits for long does not fill it.
TEST(KeptValues, HaveWhatWaits) {
    constexpr std::size_t bytes = 2000;
    LogOfValues log(64 << 10);
    KeptValues kept(&log.log(), 0);
    std::mt19937 random(7);
    std::map<ChunkName, Bytes> waiting;
    int refused = 0;
    for (std::uint32_t put = 0; put < 3000; ++put) {
        const ChunkName name{0, static_cast<std::int64_t>(random() % 9)};
        const auto found = waiting.find(name);
        const Bytes old = found == waiting.end() ? Bytes() : found->second;
        Bytes chunk = old.empty() ? Bytes(bytes) : old;
        for (std::size_t i = random() % bytes; i < bytes && random() % 300 != 0; ++i)
            chunk[i] = static_cast<std::byte>(random());
        if (kept.keep(name, put, old, chunk)) {
            waiting[name] = chunk;
        } else {  // it is stored at once
            waiting.erase(name);
            ++refused;
        }
        for (int leaving = 0; leaving < 2; ++leaving)
            if (random() % 3 == 0) waiting.erase({0, static_cast<std::int64_t>(1 + random() % 8)});
        const auto there = [&](const ChunkName& one) { return waiting.contains(one); };
        kept.end_turn(there);
        if (random() % 2 == 0) kept.confirm();
        const std::map<ChunkName, Bytes> left = log.chunks(bytes);
        for (const auto& [one, values] : waiting) {
            ASSERT_TRUE(left.contains(one)) << "put " << put;
            ASSERT_EQ(left.at(one), values) << "put " << put;
        }
    }
    EXPECT_LT(refused, 60) << "what nobody has confirmed takes room, too";
    kept.end_turn([](const ChunkName&) { return false; });
    kept.confirm();
    EXPECT_TRUE(log.log().is_empty());
}

TEST(KeptValues, ThatHaveNoRoomAreRefused) {
    LogOfValues log(64 << 10);
    KeptValues kept(&log.log(), 0);
    const Bytes chunk(10'000);
    std::int64_t count = 0;
    while (kept.keep({0, count}, 0, {}, chunk)) ++count;
    EXPECT_EQ(count, 4) << "a quarter is left for places";
    const std::vector<KeptPlace> places(300, KeptPlace{.address = 1});
    EXPECT_TRUE(kept.keep(places));
    EXPECT_TRUE(kept.keep(places));
    EXPECT_FALSE(kept.keep(places));
    kept.begin_end_of_books([](const ChunkName&) { return true; });
    kept.end_of_books({});
    kept.end_turn([](const ChunkName&) { return false; });
    EXPECT_FALSE(kept.keep({0, 9}, 0, {}, Bytes(40'000))) << "nobody knows their places yet";
    kept.confirm();
    EXPECT_FALSE(kept.keep({0, 9}, 0, {}, Bytes(60'000)));
    EXPECT_TRUE(kept.keep({0, 9}, 0, {}, Bytes(40'000)));
}

/// What has been stored since does not count for values that have no room.
TEST(KeptValues, HaveAllOfAChunkOnlyAsItIs) {
    LogOfValues log(64 << 10);
    KeptValues kept(&log.log(), 0);
    const ChunkName name{0, 1};
    EXPECT_FALSE(kept.has_all_of(name));
    EXPECT_TRUE(kept.keep_apart(name, 0, 4, Bytes(8000), Bytes(8000, std::byte{1})));
    EXPECT_FALSE(kept.has_all_of(name));
    EXPECT_TRUE(kept.keep(name, 0, {}, Bytes(8000)));
    EXPECT_TRUE(kept.has_all_of(name));
    kept.end_turn([](const ChunkName&) { return false; });
    EXPECT_FALSE(kept.has_all_of(name));
    EXPECT_FALSE(kept.keep(name, 1, {}, Bytes(60'000)));
    EXPECT_FALSE(kept.has_all_of(name)) << "only older values";
    EXPECT_TRUE(kept.keep(name, 1, {}, Bytes(8000)));
    EXPECT_TRUE(kept.has_all_of(name));
    EXPECT_TRUE(kept.keep({0, 2}, 1, {}, Bytes(20'000)));
    EXPECT_TRUE(kept.keep({0, 3}, 1, {}, Bytes(18'000)));
    EXPECT_FALSE(kept.keep(name, 2, Bytes(8000), Bytes(8000, std::byte{1})));
    EXPECT_FALSE(kept.has_all_of(name)) << "the changes had no room";
}

/// Whatever of the records is left when a kill comes, the last put counts.
TEST(KeptValues, OfSeveralRanksAreReleasedInTheOrderOfTheirPuts) {
    LogOfValues log(1 << 20);
    KeptValues first(&log.log(), 0);
    KeptValues last(&log.log(), 1);
    const ChunkName name{0, 1};
    const Bytes newest(8000, std::byte{9});
    const auto none_waits = [](const ChunkName&) { return false; };
    EXPECT_TRUE(first.keep(name, 8, {}, Bytes(8000, std::byte{8})));
    EXPECT_TRUE(first.keep(std::vector<KeptPlace>{{.put = 8, .number = 1, .address = 1}}));
    first.end_turn(none_waits);
    EXPECT_TRUE(last.keep(name, 9, {}, newest));
    last.end_turn(none_waits);
    last.begin_end_of_books([](const ChunkName&) { return true; });
    EXPECT_EQ(log.chunks(8000).at(name), newest);
    first.begin_end_of_books([](const ChunkName&) { return false; });
    EXPECT_EQ(log.log().reserved() - log.log().drained(), 1U) << "the last one";
    EXPECT_EQ(log.chunks(8000).at(name), newest);
    last.end_of_books({});
    first.end_of_books({});
    EXPECT_TRUE(log.log().is_empty());
}

TEST(KeptValues, LengthsAreKeptOnce) {
    LogOfValues log(64 << 10);
    KeptValues kept(&log.log(), 0);
    const auto count = [&] { return log.log().reserved() - log.log().drained(); };
    EXPECT_TRUE(kept.keep_lengths(std::vector<std::int64_t>{3, 1}));
    EXPECT_TRUE(kept.keep_lengths(std::vector<std::int64_t>{2, 1}));
    EXPECT_EQ(count(), 1U);
    EXPECT_TRUE(kept.keep_lengths(std::vector<std::int64_t>{2, 5}));
    (void)log.chunks(1);
    EXPECT_EQ(log.lengths(), (std::vector<std::int64_t>{3, 5}));
    kept.begin_end_of_books([](const ChunkName&) { return true; });
    kept.end_of_books(std::vector<std::int64_t>{3, 5});
    EXPECT_EQ(count(), 0U);
    EXPECT_TRUE(kept.keep_lengths(std::vector<std::int64_t>{3, 5}));
    EXPECT_EQ(count(), 0U) << "the books have them";
}

}  // namespace
}  // namespace weft::hdf5
