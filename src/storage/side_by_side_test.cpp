// SPDX-License-Identifier: BSD-3-Clause
#include "storage/side_by_side.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <new>
#include <vector>

namespace weft::storage {
namespace {

using Works = std::vector<std::function<Status()>>;

/// The works meet, so none of them could end alone.
TEST(SideBySide, AllAreDoneAtTheSameTime) {
    constexpr int count = 5;
    std::barrier meeting(count);
    const Works works(count, [&] {
        meeting.arrive_and_wait();
        return Status();
    });
    EXPECT_TRUE(side_by_side(works).ok());
}

TEST(SideBySide, WhatFailsKeepsNothingElseFromBeingDone) {
    std::atomic<int> done = 0;
    const auto good = [&] {
        ++done;
        return Status();
    };
    const Works works = {good, [] { return Status(Code::ewrite, "one"); }, good,
                         []() -> Status { throw std::bad_alloc(); }, good};
    const Status status = side_by_side(works);
    EXPECT_EQ(done, 3);
    EXPECT_EQ(status.code(), Code::ewrite);
    EXPECT_EQ(status.context(), "one");
    EXPECT_EQ(side_by_side(std::span(works).subspan(2)).code(), Code::enomem);
}

TEST(SideBySide, NothingIsDoneAtOnce) {
    EXPECT_TRUE(side_by_side({}).ok());
}

}  // namespace
}  // namespace weft::storage
