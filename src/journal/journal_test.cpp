// SPDX-License-Identifier: BSD-3-Clause
// Undisturbed changes, and every failure of a storage call during a change: the result is the old
// file or the new one.
#include "journal/journal.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "base/test_seeds.hpp"
#include "journal/journal_test_disk.hpp"
#include "journal/journal_test_outcome.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/faulty_store.hpp"

namespace weft::journal {
namespace {

using storage::FaultPlan;
using storage::MemoryStore;

class JournalOfChange : public testing::TestWithParam<ChangeCase> {};

INSTANTIATE_TEST_SUITE_P(Cases, JournalOfChange, testing::ValuesIn(change_cases()),
                         [](const auto& shown) { return shown.param.name; });

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

/// The outcome tells the file's state: the new one, the old one, or a journal to recover from.
void expect_honest(const ChangeCase& tested, MemoryStore& store, const ChangeOutcome& outcome) {
    if (outcome.status.ok()) {
        EXPECT_EQ(old_or_new(tested, stored_contents(store)), "new");
    } else if (!outcome.interrupted) {
        EXPECT_EQ(old_or_new(tested, stored_contents(store)), "old");
    }
    const std::string state = after_recovery(tested, store);
    EXPECT_TRUE(is_sound(state)) << state;
}

/// The n-th call fails, for every n. Returns false if there is no n-th call.
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

/// All calls from the n-th on fail, as if the disk had been removed.
TEST_P(JournalOfChange, SurvivesTheLossOfTheDisk) {
    for (std::int64_t n = 2; n < endless; ++n) {  // 1 opens the file
        SCOPED_TRACE(testing::Message() << "from call " << n);
        if (!fail_call(GetParam(),
                       {.operation = {}, .call = n, .error_number = EIO, .forever = true}))
            break;
        if (HasFailure()) return;
    }
}

TEST(Journal, MakesTheNewFileOfAnyChange) {
    for (const std::uint64_t seed : test_seeds(300, 1)) {
        expect_new(random_change(seed));
        ASSERT_FALSE(testing::Test::HasFailure()) << replay_of(seed);
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

}  // namespace
}  // namespace weft::journal
