// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/kept_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hdf5/chunk_changes.hpp"

namespace weft::hdf5 {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kept_chunk_bytes = 700;

template <class One>
Bytes bytes_of_kept(const One& one) {
    const auto bytes = std::as_bytes(std::span(&one, 1));
    return {bytes.begin(), bytes.end()};
}

Bytes random_chunk(std::mt19937& random) {
    Bytes chunk(kept_chunk_bytes);
    for (std::byte& one : chunk) one = static_cast<std::byte>(random());
    return chunk;
}

struct KeptRecord {
    KeptHead head;
    Bytes data;
};

KeptState state_of(const std::vector<KeptRecord>& records) {
    KeptState state;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Status added = state.add(bytes_of_kept(records[i].head), i, [&] {
            return Result<std::vector<std::byte>>(records[i].data);
        });
        EXPECT_TRUE(added.ok()) << added.context();
    }
    return state;
}

/// A chunk as collective puts, changes of ranks on their own and writes to the file leave it, with
/// records of all of that, of which any that others stand for may be gone.
class OneChunk {
public:
    explicit OneChunk(std::uint32_t seed) : random_(seed) {}

    void step() {
        switch (random_() % 4) {
            case 0:  // a put that sets it as a whole, and waits
                now_ = random_chunk(random_);
                keep(KeptKind::chunk, now_);
                ++put_;
                break;
            case 1:  // one that changes what waits
                keep_changes();
                ++put_;
                break;
            case 2:  // a rank changes it on its own
                keep_changes();
                break;
            default:  // it is written
                in_file_ = now_;
                keep(KeptKind::places,
                     bytes_of_kept(KeptPlace{.put = put_, .address = ++address_, .room = 0}));
                ++put_;
        }
    }
    [[nodiscard]] std::vector<KeptRecord> shuffled() {
        std::vector<KeptRecord> records = records_;
        std::ranges::shuffle(records, random_);
        return records;
    }
    /// As it is after a crash.
    [[nodiscard]] Bytes restored(const std::vector<KeptRecord>& records) const {
        const KeptState state = state_of(records);
        Bytes chunk(kept_chunk_bytes);
        if (!state.places().empty()) {
            EXPECT_EQ(state.places().begin()->second.address, address_);
            chunk = in_file_;
        }
        const auto chunks = state.chunks();
        if (chunks.empty()) return chunk;
        const KeptState::Chunk& its = chunks.begin()->second;
        if (its.whole) chunk = records[*its.whole].data;
        for (const KeptState::Source one : its.changes)
            EXPECT_TRUE(apply_changes(records[one].data, chunk).ok());
        return chunk;
    }
    [[nodiscard]] const Bytes& now() const { return now_; }

private:
    void keep(KeptKind kind, Bytes data) {
        records_.push_back({{.kind = kind, .put = put_, .order = order_++}, std::move(data)});
    }
    void keep_changes() {
        const Bytes old = now_;
        const std::size_t from = random_() % kept_chunk_bytes;
        const std::size_t to = from + random_() % (kept_chunk_bytes - from);
        for (std::size_t i = from; i < to; ++i) now_[i] = static_cast<std::byte>(random_());
        keep(KeptKind::changes,
             encoded_changes(differences(old, now_, random_() % 2 == 0 ? 256 : 4), now_));
    }

    std::mt19937 random_;
    Bytes now_ = Bytes(kept_chunk_bytes);
    Bytes in_file_;
    std::uint32_t put_ = 0;
    std::uint64_t order_ = 0;
    std::int64_t address_ = 0;
    std::vector<KeptRecord> records_;
};

TEST(KeptRecords, SayWhatAChunkIsInAnyOrder) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        OneChunk chunk(seed);
        for (int i = 0; i < 12; ++i) {
            chunk.step();
            ASSERT_EQ(chunk.restored(chunk.shuffled()), chunk.now())
                << "seed " << seed << ", step " << i;
        }
    }
}

TEST(KeptRecords, TheLongestLengthsCount) {
    const auto lengths = [](std::vector<std::int64_t> all) {
        const auto bytes = std::as_bytes(std::span(all));
        return KeptRecord{{.kind = KeptKind::lengths}, Bytes(bytes.begin(), bytes.end())};
    };
    const KeptState state = state_of({lengths({4, 1}), lengths({2, 7, 3})});
    EXPECT_EQ(state.lengths(), (std::vector<std::int64_t>{4, 7, 3}));
}

TEST(KeptRecords, WhatIsNoneIsRefused) {
    const auto refused = [](const Bytes& head, const Bytes& data) {
        KeptState state;
        return state.add(head, 0, [&] { return Result<std::vector<std::byte>>(data); }).code() ==
               Code::efile;
    };
    const Bytes good = bytes_of_kept(KeptHead{});
    EXPECT_FALSE(refused(good, {}));
    for (std::size_t length = 0; length < good.size(); ++length)
        EXPECT_TRUE(refused(Bytes(good.begin(), good.begin() + std::ptrdiff_t(length)), {}));
    EXPECT_TRUE(refused(bytes_of_kept(KeptHead{.kind = static_cast<KeptKind>(4)}), {}));
    EXPECT_TRUE(refused(bytes_of_kept(KeptHead{.variable = -1}), {}));
    EXPECT_TRUE(refused(bytes_of_kept(KeptHead{.number = -1}), {}));
    const Bytes places = bytes_of_kept(KeptHead{.kind = KeptKind::places});
    const Bytes place = bytes_of_kept(KeptPlace{.address = 1, .bytes = 2, .room = 2});
    EXPECT_FALSE(refused(places, place));
    EXPECT_TRUE(refused(places, Bytes(place.begin(), place.end() - 1)));
    EXPECT_TRUE(refused(places, bytes_of_kept(KeptPlace{.address = 0})));
    EXPECT_TRUE(refused(places, bytes_of_kept(KeptPlace{.address = 1, .bytes = 2, .room = 1})));
    EXPECT_TRUE(refused(bytes_of_kept(KeptHead{.kind = KeptKind::lengths}), Bytes(9)));
}

}  // namespace
}  // namespace weft::hdf5
