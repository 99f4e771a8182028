// SPDX-License-Identifier: BSD-3-Clause
// Shares of consecutive windows against the offsets of every byte.
#include "engine/request/pieces_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <vector>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

/// Every byte's offset, piece by piece.
std::vector<std::vector<std::int64_t>> all_offsets(const Request& request) {
    std::vector<std::vector<std::int64_t>> all;
    for (const Piece& piece : request.pieces) all.push_back(offsets_of(*piece.file.nest()));
    return all;
}

std::optional<std::int64_t> first_at_or_behind(const std::vector<std::vector<std::int64_t>>& all,
                                               std::int64_t offset) {
    std::optional<std::int64_t> first;
    for (const std::vector<std::int64_t>& offsets : all) {
        const auto found = std::lower_bound(offsets.begin(), offsets.end(), offset);
        if (found != offsets.end()) first = std::min(first.value_or(*found), *found);
    }
    return first;
}

class Check {
public:
    explicit Check(const Request& request)
        : offsets_(all_offsets(request)),
          walk_(PieceShapes(request)),
          reached_(request.pieces.size()) {}

    /// Takes one window; its shares must begin where the last ones ended, and cover all bytes below
    /// `end`.
    void window(std::int64_t begin, std::int64_t end) {
        std::vector<std::int64_t> share(offsets_.size());
        std::size_t last_piece = 0;
        for (const PiecesWalk::Share& one : walk_.take(begin, end)) {
            ASSERT_LT(one.item, offsets_.size());
            ASSERT_GE(one.item, last_piece) << "pieces of a window come in their order";
            last_piece = one.item;
            ASSERT_LT(one.from, one.to);
            ASSERT_EQ(one.from, reached_[one.item]);
            ASSERT_EQ(share[one.item], 0) << "two shares of a piece";
            share[one.item] = one.to - one.from;
        }
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            const std::vector<std::int64_t>& offsets = offsets_[i];
            const auto below = std::lower_bound(offsets.begin(), offsets.end(), end);
            ASSERT_EQ(reached_[i] + share[i], below - offsets.begin()) << "piece " << i;
            reached_[i] += share[i];
        }
    }

    void next(std::int64_t offset) {
        ASSERT_EQ(walk_.seek(offset), first_at_or_behind(offsets_, offset))
            << "at or behind " << offset;
    }

private:
    std::vector<std::vector<std::int64_t>> offsets_;
    PiecesWalk walk_;
    std::vector<std::int64_t> reached_;
};

TEST(PiecesWalk, WindowsOfOneSizePartitionEveryStream) {
    for (const std::uint64_t seed : test_seeds(300)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {});
        const std::int64_t size = random.between(1, random.one_in(2) ? 12 : 700);
        Check check(sample.request);
        for (std::int64_t at = 0; at < sample.request.end(); at += size) {
            ASSERT_NO_FATAL_FAILURE(check.window(at, at + size)) << replay_of(seed);
            ASSERT_NO_FATAL_FAILURE(check.next(at + size)) << replay_of(seed);
        }
    }
}

TEST(PiecesWalk, WindowsThatBeginAtTheNextByteLeaveNothingOut) {
    for (const std::uint64_t seed : test_seeds(300, 1000)) {
        Random random(seed);
        const Sample sample = random_sample(random, Direction::put, {});
        PiecesWalk walk{PieceShapes(sample.request)};
        Check check(sample.request);
        std::int64_t behind = 0;
        while (const auto at = walk.seek(behind)) {
            ASSERT_NO_FATAL_FAILURE(check.next(behind)) << replay_of(seed);
            behind = *at + random.between(1, 40);
            (void)walk.take(*at, behind);
            ASSERT_NO_FATAL_FAILURE(check.window(*at, behind)) << replay_of(seed);
        }
        EXPECT_GE(behind, sample.request.end()) << replay_of(seed);
    }
}

TEST(PiecesWalk, NothingToDoHasNoNextByte) {
    const Request request;
    PiecesWalk walk{PieceShapes(request)};
    EXPECT_EQ(walk.seek(0), std::nullopt);
    EXPECT_TRUE(walk.take(0, 1000).empty());
}

Piece piece_of(const region::Nest& file) {
    Piece piece;
    piece.file = file;
    return piece;
}

/// The processor time of this thread, which does not depend on other load of the machine.
double seconds_now() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

/// Seconds to walk over a request in windows of `window_bytes`, and the number of shares.
std::pair<double, std::int64_t> walk_over(const Request& request, std::int64_t window_bytes) {
    const double began = seconds_now();
    PiecesWalk walk{PieceShapes(request)};
    std::int64_t shares = 0;
    std::int64_t behind = 0;
    while (const auto at = walk.seek(behind)) {
        behind = *at + window_bytes;
        shares += std::ssize(walk.take(*at, behind));
    }
    return {seconds_now() - began, shares};
}

// Quadratic work on 10^5 pieces is 10^10 steps, most of a minute; linear work is a few
// milliseconds.
constexpr double far_below_quadratic = 5;
constexpr std::int64_t many = 100'000;

TEST(PiecesWalk, ManyPiecesSideBySideCostTimeInProportion) {
    Request request;
    for (std::int64_t i = 0; i < many; ++i) request.pieces.push_back(piece_of({i * 100, 60, {}}));
    const auto [seconds, shares] = walk_over(request, 100);
    EXPECT_EQ(shares, many);
    EXPECT_LT(seconds, far_below_quadratic);
}

TEST(PiecesWalk, ManyRecordVariablesCostTimeInProportionToTheirShares) {
    // Every piece has bytes in every record, but a window sees only one variable.
    Request request;
    constexpr std::int64_t record_bytes = many * 100;
    for (std::int64_t i = 0; i < many; ++i)
        request.pieces.push_back(piece_of({i * 100, 60, {{2, record_bytes}}}));
    const auto [seconds, shares] = walk_over(request, 100);
    EXPECT_EQ(shares, 2 * many);
    EXPECT_LT(seconds, far_below_quadratic);
}

TEST(PiecesWalk, PiecesThatLieWithinALongOneCostTimeInProportion) {
    Request request;
    request.pieces.push_back(piece_of({0, 10, {{many, 100}}}));
    for (std::int64_t i = 0; i < many; ++i)
        request.pieces.push_back(piece_of({i * 100 + 20, 60, {}}));
    const auto [seconds, shares] = walk_over(request, 100);
    EXPECT_EQ(shares, 2 * many);
    EXPECT_LT(seconds, far_below_quadratic);
}

}  // namespace
}  // namespace weft::engine
