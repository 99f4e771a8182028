// SPDX-License-Identifier: BSD-3-Clause
// Changes that nothing disturbs, and every failure of a storage call and of the power during a
// change and during its recovery: what is left is the old file or the new one.
#include "dataset/journal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/test_seeds.hpp"
#include "dataset/journal_test_disk.hpp"
#include "storage/faulty_store.hpp"
#include "storage/test_bytes.hpp"

namespace weft::dataset {
namespace {

using storage::FaultPlan;
using storage::MemoryStore;

constexpr std::int64_t endless = 100000;  // no change here takes so many calls

ChangeOutcome apply(const ChangeCase& tested, storage::File& file) {
    const mpi::Comm self = mpi::Comm::self();
    return apply_change(tested.change, file, tested.chunk_bytes, self.view(),
                        mpi::IoRanks(self.view()));
}

/// Before its trailer is durable, a journal may leave bytes behind the old file that nothing refers
/// to.
std::string old_or_new(const ChangeCase& tested, const Bytes& contents) {
    const Bytes old = tested.old_contents();
    if (contents == old) return "old";
    const Bytes changed = tested.new_contents();
    if (contents == changed) return "new";
    const auto rest = changed.begin() + std::min(std::ssize(contents), std::ssize(changed));
    if (tested.on_blocks && std::equal(changed.begin(), rest, contents.begin(), contents.end()) &&
        std::all_of(rest, changed.end(), [](std::byte byte) { return byte == std::byte{0}; }))
        return "new, but short";
    const bool begins_old =
        contents.size() > old.size() && std::equal(old.begin(), old.end(), contents.begin());
    return begins_old ? "old with a tail" : "neither";
}

bool is_sound(const std::string& state) {
    return state == "old" || state == "new" || state == "old with a tail" ||
           state == "new, but short";
}

/// Recovers with a healthy disk. A second recovery finds nothing to do.
std::string after_recovery(const ChangeCase& tested, MemoryStore& store) {
    for (const bool again : {false, true}) {
        const auto file = storage::opened(store, test_path, storage::to_write);
        const Result<bool> recovered = recover(*file);
        if (!recovered.ok()) return recovered.status().context();
        if (again && recovered.value()) return "interrupted after recovery";
    }
    return old_or_new(tested, stored_contents(store));
}

class JournalOfChange : public testing::TestWithParam<ChangeCase> {};

void expect_new(const ChangeCase& tested) {
    MemoryStore store;
    store_old(store, tested);
    const auto file = storage::opened(store, test_path, storage::to_write);
    const ChangeOutcome outcome = apply(tested, *file);
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_EQ(old_or_new(tested, stored_contents(store)), "new");
    EXPECT_FALSE(is_interrupted(*file).value());
    store.power_failure();
    EXPECT_EQ(old_or_new(tested, stored_contents(store)), "new") << "not durable";
}

TEST_P(JournalOfChange, MakesTheNewFile) {
    expect_new(GetParam());
}

/// The outcome tells what the file holds: the new state, the old one, or a journal to recover from.
void expect_honest(const ChangeCase& tested, MemoryStore& store, const ChangeOutcome& outcome) {
    if (outcome.status.ok()) {
        EXPECT_EQ(old_or_new(tested, stored_contents(store)), "new");
    } else if (!outcome.interrupted) {
        EXPECT_EQ(old_or_new(tested, stored_contents(store)), "old");
    }
    const std::string state = after_recovery(tested, store);
    EXPECT_TRUE(is_sound(state)) << state;
}

/// The n-th call fails, for every n. Returns false when there is no n-th call.
bool fail_call(const ChangeCase& tested, FaultPlan plan) {
    MemoryStore store;
    store_old(store, tested);
    storage::FaultTrigger trigger(plan);
    storage::FaultyStore faulty(store, trigger);
    const auto file = storage::opened(faulty, test_path, storage::to_write);
    if (file == nullptr) return true;
    const ChangeOutcome outcome = apply(tested, *file);
    if (trigger.faults() == 0) {
        EXPECT_TRUE(outcome.status.ok());
        return false;
    }
    EXPECT_FALSE(outcome.status.ok()) << "a failure was swallowed";
    expect_honest(tested, store, outcome);
    return true;
}

TEST_P(JournalOfChange, SurvivesTheFailureOfAnyCall) {
    for (const FaultPlan::Effect effect : {FaultPlan::Effect::error, FaultPlan::Effect::cut_short,
                                           FaultPlan::Effect::nothing_moved}) {
        for (const auto operation : {storage::Operation::read, storage::Operation::write,
                                     storage::Operation::sync, storage::Operation::resize}) {
            const bool transfer =
                operation == storage::Operation::read || operation == storage::Operation::write;
            if (effect != FaultPlan::Effect::error && !transfer) continue;
            for (const bool forever : {false, true}) {
                for (std::int64_t n = 1; n < endless; ++n) {
                    SCOPED_TRACE(testing::Message()
                                 << name_of(operation) << " " << n << " effect "
                                 << static_cast<int>(effect) << " forever " << forever);
                    if (!fail_call(GetParam(), {.operation = operation,
                                                .call = n,
                                                .effect = effect,
                                                .error_number = EIO,
                                                .forever = forever})) {
                        break;
                    }
                    if (HasFailure()) return;
                }
            }
        }
    }
}

/// Everything fails from the n-th call on, as when a disk is gone.
TEST_P(JournalOfChange, SurvivesTheLossOfTheDisk) {
    for (std::int64_t n = 2; n < endless; ++n) {  // 1 opens the file
        SCOPED_TRACE(testing::Message() << "from call " << n);
        if (!fail_call(GetParam(),
                       {.operation = {}, .call = n, .error_number = EIO, .forever = true}))
            break;
        if (HasFailure()) return;
    }
}

constexpr std::optional<std::uint64_t> survivors[] = {std::nullopt, 1, 2, 3, 4};

/// A store that lost its power during the change. Nothing when the change took fewer calls.
bool cut_power(const ChangeCase& tested, MemoryStore& store, PowerCut cut) {
    store_old(store, tested);
    PowerCutFile file(store, cut);
    const ChangeOutcome outcome = apply(tested, file);
    const bool was_cut = file.calls() >= cut.call;
    EXPECT_EQ(outcome.status.ok(), !was_cut);
    return was_cut;
}

TEST_P(JournalOfChange, SurvivesAPowerFailureBeforeAnyCall) {
    std::set<std::string> states;
    for (const auto& seed : survivors) {
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

/// A recovery that fails at its m-th call, followed by one that does not. False when it took fewer
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

TEST_P(JournalOfChange, SurvivesAPowerFailureDuringRecovery) {
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

/// A recovery whose m-th call fails says so, and the next one succeeds. False when it took fewer
/// calls.
bool fail_recovery(const ChangeCase& tested, MemoryStore& store, FaultPlan plan) {
    storage::FaultTrigger trigger(plan);
    storage::FaultyStore faulty(store, trigger);
    const auto file = storage::opened(faulty, test_path, storage::to_write);
    if (file == nullptr) return true;
    const bool recovered = recover(*file).ok();
    EXPECT_EQ(recovered, trigger.faults() == 0);
    const std::string state = after_recovery(tested, store);
    EXPECT_TRUE(is_sound(state)) << state << " after call " << plan.call << " of the recovery";
    return trigger.faults() > 0;
}

TEST_P(JournalOfChange, RecoversAfterAFailedRecovery) {
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

INSTANTIATE_TEST_SUITE_P(Cases, JournalOfChange, testing::ValuesIn(change_cases()),
                         [](const auto& shown) { return shown.param.name; });

TEST(Journal, MakesTheNewFileOfAnyChange) {
    for (const std::uint64_t seed : test_seeds(300, 1)) {
        expect_new(random_change(seed));
        ASSERT_FALSE(testing::Test::HasFailure()) << replay_of(seed);
    }
}

TEST(Journal, SurvivesPowerFailuresOfAnyChange) {
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

TEST(Journal, AFileWithoutOneIsNotInterrupted) {
    for (const std::int64_t bytes : {0, 8, 63, 64, 65, 5000}) {
        MemoryStore store;
        store_contents(store, random_bytes(bytes, 3));
        const auto file = storage::opened(store, test_path, storage::to_write);
        EXPECT_FALSE(is_interrupted(*file).value());
        EXPECT_FALSE(recover(*file).value());
        EXPECT_EQ(stored_contents(store), random_bytes(bytes, 3));
    }
}

TEST(Journal, AFileOpenedForReadingIsRecovered) {
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

/// What was written before the change may not be durable either: then a power failure leaves
/// neither the old bytes nor their copy, and yet a file that can be opened.
TEST(Journal, IsNotTakenForDamagedWhenTheOldFileWasNeverSynced) {
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
}  // namespace weft::dataset
