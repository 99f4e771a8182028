// SPDX-License-Identifier: BSD-3-Clause
// The ring's protocol in every interleaving of small cases.
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <vector>

#include "engine/node/test_ring_model.hpp"

namespace weft::engine::node::ring_model {
namespace {

/// Hulls that leave no window without a rank; ranks are alike, so each set of hulls comes once.
std::vector<std::array<Range, ranks>> all_hulls() {
    std::vector<Range> ranges = {{0, 0}};
    for (int first = 0; first < windows; ++first) {
        for (int last = first + 1; last <= windows; ++last) ranges.push_back({first, last});
    }
    std::vector<std::array<Range, ranks>> all;
    for (std::size_t a = 0; a < ranges.size(); ++a) {
        for (std::size_t b = a; b < ranges.size(); ++b) {
            for (std::size_t c = b; c < ranges.size(); ++c) {
                const std::array<Range, ranks> hulls = {ranges[a], ranges[b], ranges[c]};
                bool all_touched = true;
                for (int n = 0; n < windows; ++n) {
                    bool touched = false;
                    for (const Range& hull : hulls)
                        touched = touched || (hull.first <= n && n < hull.last);
                    all_touched = all_touched && touched;
                }
                if (all_touched) all.push_back(hulls);
            }
        }
    }
    return all;
}

void expect_nothing_wrong(Call call, std::initializer_list<int> writer_places) {
    for (const auto& hulls : all_hulls()) {
        for (const int places : writer_places) EXPECT_EQ(Model(call, hulls, places).run(), "");
    }
}

TEST(RingModel, EveryInterleavingOfAPutEndsWithAllWindowsWritten) {
    expect_nothing_wrong(Call::put, {1, 2});
}

TEST(RingModel, EveryInterleavingOfARewritingPutEndsWithAllWindowsWritten) {
    expect_nothing_wrong(Call::rewriting_put, {1, 2});
}

TEST(RingModel, EveryInterleavingOfAGetEndsWithAllBytesTaken) {
    expect_nothing_wrong(Call::get, {1});
}

}  // namespace
}  // namespace weft::engine::node::ring_model
