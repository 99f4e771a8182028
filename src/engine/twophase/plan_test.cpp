// SPDX-License-Identifier: BSD-3-Clause
// The whole exchange of thousands of ranks, planned and counted without moving a byte.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>

#include "base/test_seeds.hpp"
#include "engine/request/test_requests.hpp"
#include "engine/twophase/batches.hpp"
#include "engine/twophase/schedule.hpp"
#include "engine/twophase/steps.hpp"
#include "engine/twophase/virtual_ranks_test.hpp"

namespace weft::engine::twophase {
namespace {

TEST(Plan, BothEndsCutTheSameMessagesAndEveryByteHasOneOwner) {
    for (const std::uint64_t seed : test_seeds(150)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const VirtualCall call = random_call(random);
        const Counts counts = exchange_counts(call);  // compares both ends
        EXPECT_EQ(counts.bytes, call.bytes());
        EXPECT_LE(counts.most_aggregator_bytes, call.window_bytes + limits_of(call).ahead_bytes);
        EXPECT_LE(counts.most_step_bytes, limits_of(call).step_bytes);
    }
}

TEST(Plan, EveryUnitIsExpectedByItsOwnerAlone) {
    for (const std::uint64_t seed : test_seeds(50)) {
        SCOPED_TRACE(replay_of(seed));
        Random random(seed);
        const VirtualCall call = random_call(random);
        std::set<std::int64_t> touched;
        for (const region::FileShape& shape : call.shapes)
            for (std::int64_t i = 0; i < shape.bytes(); ++i) touched.insert(shape.offset_of(i));
        std::set<std::int64_t> expected;
        std::int64_t count = 0;
        for (const auto& numbers : units_of_domains(call, 1)) {
            EXPECT_TRUE(std::ranges::is_sorted(numbers));
            expected.insert(numbers.begin(), numbers.end());
            count += std::ssize(numbers);
        }
        EXPECT_EQ(expected, touched);
        EXPECT_EQ(count, std::ssize(expected)) << "two owners expect the same";
    }
}

std::string row(const char* name, const char* scheme, const Counts& counts) {
    return fmt::format("{:<9}{:<24}{:>10}{:>10}{:>10}{:>12.1f}{:>10}{:>10}\n", name, scheme,
                       counts.first_control, counts.control, counts.messages,
                       static_cast<double>(counts.message_bytes) / (1 << 20),
                       counts.storage_requests, counts.batches);
}

/// Compares with generalised two-phase I/O (paper 2, section 6.2), in which every rank performs I/O
/// by default, or one rank of each node.
void compare(int ranks, int nodes) {
    std::string table = fmt::format(
        "{} ranks on {} nodes\n{:<9}{:<24}{:>10}{:>10}{:>10}{:>12}{:>10}{:>10}\n", ranks, nodes,
        "pattern", "", "1st call", "control", "data", "MiB sent", "storage", "batches");
    for (const char* const name : {"columns", "blocks", "records"}) {
        const VirtualCall call = pattern_of(name, ranks, nodes);
        const Counts ours = exchange_counts(call);
        EXPECT_EQ(ours.bytes, call.bytes());
        EXPECT_LE(ours.most_aggregator_bytes, call.window_bytes + limits_of(call).ahead_bytes);
        table += row(name, "Weft", ours);
        for (const bool all_perform_io : {true, false}) {
            const Counts theirs = paper_counts(call, all_perform_io ? ranks : nodes);
            table +=
                row(name, all_perform_io ? "paper, all ranks" : "paper, one of a node", theirs);
            EXPECT_EQ(theirs.bytes, ours.bytes);
            EXPECT_LE(ours.first_control, theirs.first_control) << name;
            EXPECT_LE(ours.control, theirs.control) << name;
            EXPECT_LE(ours.messages, theirs.messages) << name;
            EXPECT_LE(ours.message_bytes, theirs.message_bytes) << name;
            EXPECT_LE(ours.storage_requests, theirs.storage_requests) << name;
        }
    }
    fmt::print("{}", table);
}

TEST(Plan, CountsOfAFewRanks) {
    compare(16, 4);
}

TEST(Plan, CountsOfManyRanks) {
    compare(4096, 64);
}

}  // namespace
}  // namespace weft::engine::twophase
