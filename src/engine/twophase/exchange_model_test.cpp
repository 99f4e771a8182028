// SPDX-License-Identifier: BSD-3-Clause
// The protocol between nodes in every interleaving of small cases: two files, two batches each, of
// four ranks on two or three nodes. And that the model notices where something is left out of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "engine/twophase/test_exchange_model.hpp"

namespace weft::engine::twophase::exchange_model {
namespace {

using Layout = std::array<int, ranks>;
using Aggregators = std::array<int, most_domains>;
constexpr Layout two_one_one = {0, 0, 1, 2};
constexpr Layout one_two_one = {0, 1, 1, 2};
constexpr Layout two_two = {0, 0, 1, 1};
constexpr std::uint64_t nothing = 0;

/// The bits of the places without bytes, as Case::has() reads them.
template <typename Lacks>
std::uint64_t where(const Lacks& lacks) {
    std::uint64_t all = 0;
    for (int bit = 0; bit < 64; ++bit) {
        const int rank = bit % ranks;
        const int domain = bit / ranks % most_domains;
        const int batch = bit / ranks / most_domains % batches;
        const int file = bit / ranks / most_domains / batches;
        if (lacks(Matter{file, batch, domain}, rank)) all |= std::uint64_t{1} << bit;
    }
    return all;
}

/// Everybody has bytes everywhere; some have none in some places; and what chance brings.
std::vector<std::uint64_t> distributions() {
    std::vector<std::uint64_t> all = {
        nothing,
        where([](const Matter& in, int rank) { return in.file == 0 && rank == 3; }),
        where([](const Matter& in, int rank) { return in.batch == 0 && rank < 2; }),
        where([](const Matter& in, int rank) { return in.batch != rank % 2; }),
        where([](const Matter& in, int rank) { return rank == 1 || in.domain == in.file; }),
        where([](const Matter& in, int) { return in.file == 1; })};
    std::mt19937_64 chance(20);  // the cases that fail tell what it has brought
    for (int i = 0; i < 3; ++i) all.push_back(chance() & chance());
    for (int i = 0; i < 3; ++i) all.push_back(chance());
    return all;
}

std::string text_of(const Case& what) {
    return fmt::format(
        "{}, {}, introduces {}, nodes {}, domains {} of {}, fragments {}, ahead {}, lacks {:#x}",
        what.put() ? "put" : "get", what.sends == Sends::eager ? "eager" : "rendezvous",
        what.introduces, fmt::join(what.node_of, " "), what.domains,
        fmt::join(what.aggregators, " "), what.fragments, what.ahead, what.lacks);
}

std::string wrong_in(const Case& what) {
    const std::string wrong = Model(what).run();
    return wrong.empty() ? wrong : text_of(what) + ": " + wrong;
}

/// Runs the case with all distributions, and with messages of both kinds.
void expect_nothing_wrong(Case what) {
    for (const Sends sends : {Sends::eager, Sends::rendezvous}) {
        for (const std::uint64_t lacks : distributions()) {
            what.sends = sends;
            what.lacks = lacks;
            EXPECT_EQ(wrong_in(what), "");
        }
    }
}

void expect_nothing_wrong_in(Direction direction, bool introduces) {
    const Case usual{.direction = direction, .introduces = introduces};
    expect_nothing_wrong(usual);
    Case few_steps = usual;
    few_steps.fragments = 2;
    few_steps.ahead = 2;
    expect_nothing_wrong(few_steps);
    Case leaders_everywhere = usual;
    leaders_everywhere.domains = 3;
    expect_nothing_wrong(leaders_everywhere);
    Case aggregators_of_one_node = usual;
    aggregators_of_one_node.node_of = one_two_one;
    aggregators_of_one_node.aggregators = {1, 2};
    expect_nothing_wrong(aggregators_of_one_node);
    Case shared_nodes = usual;
    shared_nodes.node_of = two_two;
    expect_nothing_wrong(shared_nodes);
}

TEST(ExchangeModel, EveryInterleavingOfPutsEndsWithAllBytesPlaced) {
    expect_nothing_wrong_in(Direction::put, false);
}

TEST(ExchangeModel, EveryInterleavingOfGetsEndsWithAllBytesTaken) {
    expect_nothing_wrong_in(Direction::get, false);
}

TEST(ExchangeModel, EveryInterleavingOfPutsBehindIntroductionsEndsWithAllBytesPlaced) {
    expect_nothing_wrong_in(Direction::put, true);
}

TEST(ExchangeModel, EveryInterleavingOfGetsBehindIntroductionsEndsWithAllBytesTaken) {
    expect_nothing_wrong_in(Direction::get, true);
}

/// Expects that the case is wrong with its fault, and right without it.
void expect_noticed(Case what, const std::string& as) {
    const std::string wrong = Model(what).run();
    EXPECT_EQ(wrong.substr(0, wrong.find('\n')), as) << text_of(what);
    what.fault = Fault::none;
    EXPECT_EQ(wrong_in(what), "");
}

constexpr const char* wrong_bytes = "bytes of the node buffer are not those that belong there";
constexpr const char* waits = "a rank waits for ever";

TEST(ExchangeModel, NoticesAHalfThatIsOpenedBeforeItsMessagesHaveEnded) {
    expect_noticed({.sends = Sends::rendezvous, .fault = Fault::late_settling}, wrong_bytes);
    expect_noticed({.fault = Fault::late_settling}, wrong_bytes);
}

TEST(ExchangeModel, NoticesRowsThatAreOverwrittenBeforeAllHaveReadThem) {
    expect_noticed({.fault = Fault::rows_in_one_half}, "a row is of another batch");
}

TEST(ExchangeModel, NoticesAMissingMeeting) {
    expect_noticed({.fault = Fault::no_meeting_filled}, wrong_bytes);
    expect_noticed({.direction = Direction::get, .fault = Fault::no_meeting_received}, wrong_bytes);
}

TEST(ExchangeModel, NoticesAggregatorsThatAreIdleInMeetings) {
    expect_noticed({.direction = Direction::get,
                    .sends = Sends::rendezvous,
                    .node_of = two_two,
                    .aggregators = {0, 1, 2},
                    .domains = 3,
                    .fault = Fault::idle_in_meetings},
                   waits);
}

TEST(ExchangeModel, NoticesAggregatorsThatDealWithNodesInAnotherOrder) {
    for (const Direction direction : {Direction::put, Direction::get}) {
        expect_noticed({.direction = direction,
                        .sends = Sends::rendezvous,
                        .node_of = two_one_one,
                        .domains = 4,
                        .fault = Fault::another_order},
                       waits);
    }
}

TEST(ExchangeModel, NoticesAggregatorsThatHearNobodyInMeetings) {
    expect_noticed({.node_of = two_two,
                    .aggregators = {0, 3, 1},
                    .domains = 3,
                    .introduces = true,
                    .fault = Fault::deaf_in_meetings},
                   waits);
}

TEST(ExchangeModel, NoticesDescriptionsOfTheNextExchange) {
    expect_noticed({.introduces = true, .fault = Fault::one_sparse_tag},
                   "a description is of another exchange");
}

TEST(ExchangeModel, NoticesASparseExchangeThatEndsTooSoon) {
    expect_noticed({.introduces = true, .fault = Fault::no_barrier},
                   "an aggregator has not heard from all");
}

}  // namespace
}  // namespace weft::engine::twophase::exchange_model
