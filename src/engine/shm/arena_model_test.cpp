// SPDX-License-Identifier: BSD-3-Clause
// The protocol of windows in shared memory in every interleaving of small cases.
#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <vector>

#include "engine/shm/test_arena_model.hpp"

namespace weft::engine::shm::arena_model {
namespace {

/// All choices of the ranks that take part in each window, where each window has at least one.
/// Ranks are alike, so choices that differ by a permutation of ranks come once.
std::vector<std::array<Windows, ranks>> all_choices() {
    constexpr Windows all_windows = (1 << windows) - 1;
    std::vector<std::array<Windows, ranks>> all;
    for (Windows a = 0; a <= all_windows; ++a) {
        for (Windows b = a; b <= all_windows; ++b) {
            for (Windows c = b; c <= all_windows; ++c) {
                if ((a | b | c) == all_windows) all.push_back({a, b, c});
            }
        }
    }
    return all;
}

void expect_nothing_wrong(std::initializer_list<Manner> manners) {
    for (const auto& windows_of : all_choices()) {
        for (const Manner& manner : manners) EXPECT_EQ(Model(manner, windows_of).run(), "");
    }
}

TEST(ArenaModel, EveryInterleavingOfAPutEndsWithAllWindowsWritten) {
    expect_nothing_wrong({{.call = Call::put, .writer_places = 1},
                          {.call = Call::put, .writer_places = 2},
                          {.call = Call::put, .writer_places = 1, .fills_first = true},
                          {.call = Call::put, .writer_places = 2, .fills_first = true}});
}

TEST(ArenaModel, EveryInterleavingOfARewritingPutEndsWithAllWindowsWritten) {
    expect_nothing_wrong({{.call = Call::rewriting_put, .writer_places = 1},
                          {.call = Call::rewriting_put, .writer_places = 2},
                          {.call = Call::rewriting_put, .writer_places = 2, .fills_first = true}});
}

TEST(ArenaModel, EveryInterleavingOfAGetEndsWithAllBytesTaken) {
    expect_nothing_wrong({{.call = Call::get}});
}

}  // namespace
}  // namespace weft::engine::shm::arena_model
