// SPDX-License-Identifier: BSD-3-Clause
#include "engine/request/request.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"

namespace weft::engine {
namespace {

TEST(Request, CountsTheUnitsBetweenTheEndsOfItsPieces) {
    for (const std::uint64_t seed : test_seeds(200)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const Sample sample = random_sample(random, Direction::get, {.bytes = 700});
        const std::int64_t unit = random.between(1, 90);
        std::set<std::int64_t> touched;
        for (const Piece& piece : sample.request.pieces)
            for (std::int64_t at = piece.file.base(); at < piece.file.end(); ++at)
                touched.insert(at / unit);
        EXPECT_EQ(sample.request.units(unit), std::ssize(touched)) << "of " << unit << " bytes";
    }
}

}  // namespace
}  // namespace weft::engine
