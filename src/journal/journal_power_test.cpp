// SPDX-License-Identifier: BSD-3-Clause
// Every power failure during a change, and every power failure or failing storage call during the
// recovery that follows: the result is the old file or the new one.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

#include "base/test_seeds.hpp"
#include "journal/journal.hpp"
#include "journal/journal_test_disk.hpp"
#include "journal/journal_test_outcome.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/faulty_store.hpp"

namespace weft::journal {
namespace {

using storage::FaultPlan;
using storage::MemoryStore;

class PowerFailureOfChange : public testing::TestWithParam<ChangeCase> {};

INSTANTIATE_TEST_SUITE_P(Cases, PowerFailureOfChange, testing::ValuesIn(change_cases()),
                         [](const auto& shown) { return shown.param.name; });

/// Shifted blocks can be left in many ways.
std::vector<std::optional<std::uint64_t>> survivors_for(const ChangeCase& tested) {
    std::vector<std::optional<std::uint64_t>> seeds = {std::nullopt};
    for (std::uint64_t seed = 1; seed <= (tested.on_blocks ? 100 : 4); ++seed)
        seeds.emplace_back(seed);
    return seeds;
}

/// A store that lost power during the change. Nothing if the change took fewer calls.
bool cut_power(const ChangeCase& tested, MemoryStore& store, PowerCut cut) {
    store_old(store, tested);
    PowerCutFile file(store, cut);
    const ChangeOutcome outcome = apply(tested, file);
    const bool was_cut = file.calls() >= cut.call;
    EXPECT_EQ(outcome.status.ok(), !was_cut);
    return was_cut;
}

TEST_P(PowerFailureOfChange, MayComeBeforeAnyCall) {
    std::set<std::string> states;
    for (const auto& seed : survivors_for(GetParam())) {
        for (std::int64_t n = 1; n < endless; ++n) {
            MemoryStore store;
            if (!cut_power(GetParam(), store, {n, seed})) break;
            const std::string state = after_recovery(GetParam(), store);
            ASSERT_TRUE(is_sound(state))
                << state << " after call " << n << " seed " << seed.value_or(0);
            states.insert(state);
        }
    }
    EXPECT_TRUE(states.contains("old"));
    EXPECT_TRUE(states.contains("new"));
}

/// A recovery that fails at its m-th call, followed by one that succeeds. False if it took fewer
/// calls.
bool cut_recovery(const ChangeCase& tested, MemoryStore& store, PowerCut cut) {
    PowerCutFile file(store, cut);
    const Result<bool> recovered = recover(file);
    const bool was_cut = file.calls() >= cut.call;
    EXPECT_EQ(recovered.ok(), !was_cut) << recovered.status().context();
    const std::string state = after_recovery(tested, store);
    EXPECT_TRUE(is_sound(state)) << state << " after call " << cut.call << " of the recovery";
    return was_cut;
}

TEST_P(PowerFailureOfChange, MayComeAgainDuringRecovery) {
    for (std::int64_t n = 1; n < endless; ++n) {
        for (std::int64_t m = 1; m < endless; ++m) {
            MemoryStore store;
            const std::uint64_t seed = static_cast<std::uint64_t>(n * 7 + m);
            if (!cut_power(GetParam(), store, {n, seed})) return;
            if (!cut_recovery(GetParam(), store, {m, seed})) break;
            ASSERT_FALSE(HasFailure()) << "power failed before call " << n;
        }
    }
}

/// A recovery whose m-th call fails reports that, and the next one succeeds; a short read may be
/// repeated. False if it took fewer calls.
bool fail_recovery(const ChangeCase& tested, MemoryStore& store, FaultPlan plan) {
    storage::FaultTrigger trigger(plan);
    storage::FaultyStore faulty(store, trigger);
    const auto file = storage::opened(faulty, test_path, storage::to_write);
    if (file == nullptr) return true;
    const bool recovered = recover(*file).ok();
    const bool is_read_again = recovered && plan.operation == storage::Operation::read;
    EXPECT_TRUE(recovered == (trigger.faults() == 0) || is_read_again);
    const std::string state = after_recovery(tested, store);
    EXPECT_TRUE(is_sound(state)) << state << " after call " << plan.call << " of the recovery";
    return trigger.faults() > 0;
}

TEST_P(PowerFailureOfChange, IsRecoveredFromAfterAFailedRecovery) {
    const FaultPlan plans[] = {
        {.operation = {}, .effect = FaultPlan::Effect::error},
        {.operation = storage::Operation::read, .effect = FaultPlan::Effect::cut_short},
        {.operation = storage::Operation::read, .effect = FaultPlan::Effect::nothing_moved},
        {.operation = storage::Operation::write, .effect = FaultPlan::Effect::cut_short}};
    for (FaultPlan plan : plans) {
        for (std::int64_t n = 1; n < endless; ++n) {
            MemoryStore probe;
            if (!cut_power(GetParam(), probe, {n, {}})) break;
            for (plan.call = plan.operation ? 1 : 2; plan.call < endless;
                 ++plan.call) {  // 1 opens the file
                MemoryStore store;
                cut_power(GetParam(), store, {n, {}});
                if (!fail_recovery(GetParam(), store, plan)) break;
                ASSERT_FALSE(HasFailure()) << "power failed before call " << n;
            }
        }
    }
}

TEST(PowerFailure, MayComeDuringAnyChange) {
    for (const std::uint64_t seed : test_seeds(40, 1)) {
        const ChangeCase tested = random_change(seed);
        for (std::int64_t n = 1; n < endless; ++n) {
            MemoryStore store;
            if (!cut_power(tested, store, {n, seed + static_cast<std::uint64_t>(n)})) break;
            const std::string state = after_recovery(tested, store);
            ASSERT_TRUE(is_sound(state)) << state << ": " << replay_of(seed) << ", call " << n;
        }
    }
}

TEST(PowerFailure, IsRecoveredFromByWhoOpensForReading) {
    const ChangeCase& tested = change_cases().back();
    for (std::int64_t n = 1; n < endless; ++n) {
        MemoryStore store;
        ASSERT_TRUE(cut_power(tested, store, {n, {}})) << "no interruption left a journal";
        const auto file = storage::opened(store, test_path, storage::to_read);
        if (!is_interrupted(*file).value()) continue;
        const Status status = recover_if_interrupted(store, test_path, *file, false);
        EXPECT_TRUE(status.ok()) << status.context();
        EXPECT_FALSE(is_interrupted(*file).value());
        EXPECT_EQ(old_or_new(tested, stored_contents(store)), "old");
        break;
    }
}

/// Bytes written before the change may not be durable either: then a power failure leaves neither
/// the old bytes nor their copy, but still a file that can be opened.
TEST(PowerFailure, IsNotTakenForDamageWhenTheOldFileWasNeverSynced) {
    for (const ChangeCase& tested : change_cases()) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            for (std::int64_t n = 1; n < endless; ++n) {
                MemoryStore store;
                if (tested.on_blocks) store.allow_insertion();
                store_contents(store, Bytes(tested.old_contents().size()));
                const auto file = storage::opened(store, test_path, storage::to_write);
                ASSERT_TRUE(file->write_at(0, tested.old_contents()).ok());
                PowerCutFile failing(store, {n, seed});
                if (apply(tested, failing).status.ok()) break;
                const auto again = storage::opened(store, test_path, storage::to_write);
                const Result<bool> recovered = recover(*again);
                ASSERT_TRUE(recovered.ok())
                    << tested.name << ", call " << n << ": " << recovered.status().context();
            }
        }
    }
}

}  // namespace
}  // namespace weft::journal
