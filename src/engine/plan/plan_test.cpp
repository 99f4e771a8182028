// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/plan.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engine/plan/test_calls.hpp"
#include "engine/plan/test_methods.hpp"

namespace weft::engine {
namespace {

TEST(Plan, EqualArgumentsGiveEqualPlans) {
    for (const Direction direction : directions) {
        const Plan one = plan_of(direction, interleaved(64, 100, 1000), {}, cost);
        const Plan two = plan_of(direction, interleaved(64, 100, 1000), {}, cost);
        EXPECT_EQ(one.method, two.method);
        EXPECT_EQ(one.reason.text(), two.reason.text());
        EXPECT_EQ(one.begin, two.begin);
        EXPECT_EQ(one.end, two.end);
        EXPECT_EQ(one.window_bytes, two.window_bytes);
    }
}

TEST(Plan, ThePlanCoversTheBytesOfAllRanksThatHaveAny) {
    std::vector<Summary> ranks(5);  // ranks without bytes say 0 for everything
    ranks[1] = {.begin = 700, .end = 800, .bytes = 50, .runs = 5};
    ranks[3] = {.begin = 300, .end = 750, .bytes = 10, .runs = 1};
    const Plan plan = plan_of(Direction::put, ranks, {.window_bytes = 77}, cost);
    EXPECT_EQ(plan.begin, 300);
    EXPECT_EQ(plan.end, 800);
    EXPECT_EQ(plan.window_bytes, 77);
}

TEST(Plan, AForcedMethodIsTheMethod) {
    for (const Direction direction : directions) {
        for (const Method method : all_methods()) {
            for (const Choice choice : choices) {
                const Options options{.method = method,
                                      .collective_read = choice,
                                      .collective_write = choice,
                                      .sieve_read = choice,
                                      .sieve_write = choice};
                EXPECT_EQ(plan_of(direction, blocks(3, 1000), options, cost).method, method);
                const bool alone = !brings_ranks_together(method);
                const Method planned =
                    plan_independent(direction, spaced(8, 100, 50), options, cost).method;
                // The others need all ranks.
                if (alone) {
                    EXPECT_EQ(planned, method);
                }
                EXPECT_TRUE(planned == Method::direct || planned == Method::sieve);
            }
        }
    }
}

/// Hints of the other direction say the opposite and must not matter.
Options hints(Direction direction, Choice collective, Choice sieve) {
    const auto opposite = [](Choice choice) {
        if (choice == Choice::automatic) return Choice::automatic;
        return choice == Choice::enable ? Choice::disable : Choice::enable;
    };
    const bool put = direction == Direction::put;
    return {.collective_read = put ? opposite(collective) : collective,
            .collective_write = put ? collective : opposite(collective),
            .sieve_read = put ? opposite(sieve) : sieve,
            .sieve_write = put ? sieve : opposite(sieve)};
}

TEST(Plan, EveryCombinationOfHintsIsObeyed) {
    const std::vector<std::vector<Summary>> patterns = {blocks(4, 1 << 20),
                                                        interleaved(4, 8, 100'000),
                                                        interleaved(4, 1 << 16, 10),
                                                        {spaced(8, 16, 1000)},
                                                        {spaced(8, 1 << 20, 1000), {}}};
    for (const std::vector<Summary>& ranks : patterns) {
        for (const Direction direction : directions) {
            for (const Choice collective : choices) {
                for (const Choice sieve : choices) {
                    const Options options = hints(direction, collective, sieve);
                    const Method method = plan_of(direction, ranks, options, cost).method;
                    EXPECT_NE(method, Method::automatic);
                    EXPECT_NE(method, Method::reference) << "only when forced";
                    if (collective == Choice::enable) {
                        EXPECT_EQ(method, Method::two_phase);
                    }
                    if (collective == Choice::disable) {
                        EXPECT_NE(method, Method::two_phase);
                    }
                    if (sieve == Choice::enable) {
                        EXPECT_NE(method, Method::direct);
                    }
                    if (sieve == Choice::disable) {
                        EXPECT_NE(method, Method::sieve);
                    }
                    const Method alone =
                        plan_independent(direction, ranks.front(), options, cost).method;
                    if (sieve == Choice::enable) {
                        EXPECT_EQ(alone, Method::sieve);
                    }
                    if (sieve == Choice::disable) {
                        EXPECT_EQ(alone, Method::direct);
                    }
                }
            }
        }
    }
}

TEST(Plan, WhereHostsDisagreeOneMovesAllAndNobodyRewrites) {
    for (const Direction direction : directions) {
        for (const Method method : {Method::automatic, Method::direct, Method::sieve}) {
            for (const Choice choice : choices) {
                Options options = hints(direction, choice, choice);
                options.method = method;
                options.one_host = true;
                for (const auto& ranks : {blocks(4, 1 << 20), interleaved(4, 1 << 16, 10)})
                    EXPECT_EQ(plan_of(direction, ranks, options, cost).method, Method::two_phase);
                if (direction == Direction::put) {
                    EXPECT_EQ(plan_independent(direction, spaced(8, 16, 8), options, cost).method,
                              Method::direct);
                }
            }
        }
    }
    EXPECT_EQ(plan_of(Direction::put, blocks(4, 100),
                      {.method = Method::reference, .one_host = true}, cost)
                  .method,
              Method::reference);
}

TEST(Plan, LongRunsGoDirectly) {
    for (const Direction direction : directions) {
        for (const int ranks : {2, 64, 4096}) {
            EXPECT_EQ(plan_of(direction, blocks(ranks, 16 << 20), {}, cost).method, Method::direct);
            EXPECT_EQ(plan_of(direction, interleaved(ranks, 1 << 20, 8), {}, cost).method,
                      Method::direct);
        }
    }
}

// A file that grows in several places costs ext4 an extent for each, and tmpfs nothing. Measured:
// 64 MiB of 2 ranks in runs of 64 KiB took 22 ms directly and 29 in shared windows on tmpfs, 21 and
// 19 on ext4.
TEST(Plan, InterleavedRunsGoTogetherWhereFilesHaveExtents) {
    const auto writing = [](double call, double byte, double new_page, double new_island) {
        return measured_cost({.write_call = call,
                              .read_call = 0.2e-6,
                              .write_byte = byte,
                              .read_byte = 0.05e-9,
                              .new_page = new_page,
                              .new_island = new_island});
    };
    const CostModel tmpfs = writing(0.26e-6, 0.09e-9, 0.25e-6, 0.5e-6);
    const CostModel ext4 = writing(0.33e-6, 0.024e-9, 0.35e-6, 1.5e-6);
    const Transport node{.exchange = Exchange::shared_memory};
    for (const int ranks : {2, 4}) {
        const auto method_of = [&](std::int64_t run, const CostModel& costs) {
            const auto all = interleaved(ranks, run, (64 << 20) / run / ranks);
            return plan_of(Direction::put, all, {}, costs, node).method;
        };
        EXPECT_EQ(method_of(4 << 10, tmpfs), Method::two_phase);
        EXPECT_EQ(method_of(64 << 10, tmpfs), Method::direct);
        EXPECT_EQ(method_of(64 << 10, ext4), Method::two_phase);
        EXPECT_EQ(method_of(1 << 20, ext4), Method::direct);
        // Ten record variables: each rank's records lie side by side, but it brings them variable
        // by variable. 10 MB of 2 ranks on ext4: 6.3 ms directly, 3.1 in shared windows.
        std::vector<Summary> records = blocks(ranks, 5'000'000);
        EXPECT_EQ(plan_of(Direction::put, records, {}, ext4, node).method, Method::direct);
        for (Summary& rank : records) rank.runs = 500;
        EXPECT_EQ(plan_of(Direction::put, records, {}, ext4, node).method, Method::two_phase);
    }
}

TEST(Plan, ShortInterleavedRunsOfManyRanksAreBroughtTogether) {
    for (const int ranks : {2, 64, 4096}) {
        for (const std::int64_t run : {4, 64, 512}) {
            const Transport on_nodes{.nodes = (ranks + 63) / 64};
            EXPECT_EQ(plan_of(Direction::put, interleaved(ranks, run, (64 << 20) / run / ranks), {},
                              cost, on_nodes)
                          .method,
                      Method::two_phase)
                << ranks << " ranks, runs of " << run;
        }
    }
    // A rank that sieves reads everybody's bytes: few ranks may do so, many may not.
    EXPECT_EQ(plan_of(Direction::get, interleaved(4096, 64, 1000), {}, cost, {.nodes = 64}).method,
              Method::two_phase);
}

TEST(Plan, BytesStayOffALinkThatIsSlowerThanTheFile) {
    constexpr double gigabit = 8e-9;
    constexpr double fabric = 0.08e-9;  // 100 Gbit/s
    for (const Direction direction : directions) {
        const std::vector<Summary> rows = interleaved(4, 512, 32768);
        const auto method_over = [&](double link_byte) {
            return plan_of(direction, rows, {}, cost, {.nodes = 2, .link_byte = link_byte}).method;
        };
        EXPECT_NE(method_over(gigabit), Method::two_phase);
        if (direction == Direction::get) continue;
        EXPECT_EQ(method_over(fabric), Method::two_phase);
    }
    const Transport in_order{.nodes = 2, .link_byte = gigabit, .crossing_bytes = 0};
    EXPECT_EQ(plan_of(Direction::put, interleaved(4, 512, 32768), {}, cost, in_order).method,
              Method::two_phase);
    // Many nodes have many links, and bytes of few each by itself are slower than any.
    const std::vector<Summary> elements = interleaved(4096, 4, 4096);
    const Transport nodes{.nodes = 64, .link_byte = gigabit};
    EXPECT_EQ(plan_of(Direction::put, elements, {}, cost, nodes).method, Method::two_phase);
}

TEST(Plan, FarScatteredBytesAreNotWorthTheirAccessRange) {
    // Two-phase and sieving would both move windows that are nearly empty.
    for (const Direction direction : directions) {
        const std::vector<Summary> ranks(16, spaced(8, 64 << 20, 100));
        EXPECT_EQ(plan_of(direction, ranks, {}, cost).method, Method::direct);
        EXPECT_EQ(plan_independent(direction, ranks.front(), {}, cost).method, Method::direct);
    }
}

TEST(Plan, AloneShortRunsCloseTogetherAreSieved) {
    for (const Direction direction : directions) {
        EXPECT_EQ(plan_independent(direction, spaced(8, 16, 10'000), {}, cost).method,
                  Method::sieve);
        EXPECT_EQ(plan_independent(direction, spaced(8, 1 << 20, 10'000), {}, cost).method,
                  Method::direct);
        EXPECT_EQ(plan_independent(direction, spaced(1 << 20, 1 << 21, 4), {}, cost).method,
                  Method::direct);
        EXPECT_EQ(plan_independent(direction, spaced(100, 100, 1), {}, cost).method,
                  Method::direct);
    }
}

TEST(Plan, AWindowCostsACopyBesideItsHoles) {
    // Pages with as much between them: without the copy both ways would cost about the same.
    CostModel usual;
    usual.read_byte = 0.06e-9;
    usual.read_call = 0.45e-6;
    EXPECT_EQ(plan_independent(Direction::get, spaced(8192, 16384, 2048), {}, usual).method,
              Method::direct);
    EXPECT_EQ(plan_independent(Direction::get, spaced(512, 1024, 2048), {}, usual).method,
              Method::sieve);
}

TEST(Plan, PagesWithAPageBetweenAreIslands) {
    // There is one gap less than there are runs.
    EXPECT_EQ(plan_independent(Direction::put, spaced(4096, 8192, 1024), {}, cost).method,
              Method::sieve);
    EXPECT_EQ(plan_independent(Direction::put, spaced(4096, 4 * 8192, 1024), {}, cost).method,
              Method::direct);
}

TEST(Plan, NothingToMoveNeedsNobody) {
    for (const Direction direction : directions) {
        EXPECT_EQ(plan_of(direction, std::vector<Summary>(4096), {}, cost).method, Method::direct);
        EXPECT_EQ(plan_independent(direction, {}, {}, cost).method, Method::direct);
        const Options enabled{.collective_read = Choice::enable,
                              .collective_write = Choice::enable};
        EXPECT_EQ(plan_of(direction, std::vector<Summary>(3), enabled, cost).method,
                  Method::direct);
    }
}

TEST(Plan, EveryChoiceIsExplained) {
    for (const Direction direction : directions) {
        EXPECT_NE(plan_of(direction, interleaved(4, 8, 1000), {}, cost).reason.text(), "");
        EXPECT_NE(plan_of(direction, std::vector<Summary>(2), {}, cost).reason.text(), "");
        EXPECT_NE(plan_independent(direction, spaced(8, 16, 10), {}, cost).reason.text(), "");
        const Options off{.collective_read = Choice::disable, .collective_write = Choice::disable};
        EXPECT_NE(plan_of(direction, blocks(2, 100), off, cost).reason.text().find("hint"),
                  std::string::npos);
    }
}

TEST(Plan, RewritingPaysForManyRunsCloseTogether) {
    EXPECT_FALSE(rewriting_pays({100, 100, 1}, cost));
    EXPECT_FALSE(rewriting_pays({16000, 50, 2}, cost));
    EXPECT_TRUE(rewriting_pays({100, 50, 20}, cost));
    EXPECT_TRUE(rewriting_pays({1 << 19, 1 << 18, 1 << 10}, cost));
    EXPECT_FALSE(rewriting_pays({1 << 30, 1 << 20, 1 << 10}, cost));
}

}  // namespace
}  // namespace weft::engine
