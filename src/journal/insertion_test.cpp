// SPDX-License-Identifier: BSD-3-Clause
// When the file system moves the data, and that a file is recovered at whatever step an insertion
// stopped. journal_test.cpp and journal_power_test.cpp test the results of failing calls for all
// changes.
#include "journal/insertion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "journal/journal.hpp"
#include "journal/journal_test_disk.hpp"
#include "storage/forwarding_file.hpp"
#include "storage/test_bytes.hpp"

namespace weft::journal {
namespace {

using storage::MemoryStore;

std::vector<ChangeCase> cases_on_blocks() {
    std::vector<ChangeCase> cases;
    for (const ChangeCase& tested : change_cases())
        if (tested.on_blocks) cases.push_back(tested);
    return cases;
}

class InsertionOfBlocks : public testing::TestWithParam<ChangeCase> {};

TEST_P(InsertionOfBlocks, CopiesNoData) {
    MemoryStore store;
    store_old(store, GetParam());
    const auto file = storage::opened(store, test_path, storage::to_write);
    const MemoryStore::Counts before = store.counts();
    const InsertionOutcome outcome = insert(GetParam().change, *file);
    EXPECT_EQ(outcome.end, InsertionOutcome::End::done) << outcome.status.context();
    const std::int64_t header = std::ssize(GetParam().change.header);
    EXPECT_LE(store.counts().bytes_read - before.bytes_read, header + page);
    EXPECT_EQ(store.counts().syncs - before.syncs, 3);
    EXPECT_EQ(stored_contents(store), GetParam().new_contents());
}

/// A disk that has the state after the insertion's first sync.
void write_journal(MemoryStore& store, const ChangeCase& tested) {
    for (std::int64_t n = 1;; ++n) {
        MemoryStore probe;
        store_old(probe, tested);
        PowerCutFile file(probe, {n, {}});
        insert(tested.change, file);
        if (storage::opened(probe, test_path, storage::to_write)->size().value() ==
            tested.change.old_file_bytes)
            continue;
        store_old(store, tested);
        PowerCutFile again(store, {n, {}});
        insert(tested.change, again);
        return;
    }
}

/// Every place of the hole that a power failure can leave, with another hole of that length behind
/// everything.
TEST_P(InsertionOfBlocks, IsTakenBackWhereverItStopped) {
    const std::int64_t distance = GetParam().change.moves[0].to - GetParam().change.moves[0].from;
    for (std::int64_t at = GetParam().change.moves[0].from / page * page;; at += page) {
        MemoryStore store;
        write_journal(store, GetParam());
        const auto file = storage::opened(store, test_path, storage::to_write);
        const std::int64_t size = file->size().value();
        ASSERT_TRUE(
            (at < size ? file->insert_room(at, distance) : file->resize(size + distance)).ok());
        ASSERT_TRUE(file->sync().ok());
        const Result<bool> recovered = recover(*file);
        ASSERT_TRUE(recovered.ok()) << recovered.status().context();
        EXPECT_TRUE(recovered.value()) << "a hole at " << at;
        ASSERT_EQ(stored_contents(store), GetParam().old_contents()) << "a hole at " << at;
        if (at >= size) break;
    }
}

/// Any byte of the journal may have another value: the result is an error or the old file, never a
/// crash.
TEST_P(InsertionOfBlocks, IsNotDeceivedByADamagedJournal) {
    MemoryStore probe;
    write_journal(probe, GetParam());
    const Bytes sound = stored_contents(probe);
    for (std::size_t at = GetParam().old_contents().size(); at < sound.size(); at += 7) {
        Bytes damaged = sound;
        damaged[at] ^= std::byte{0x10};
        MemoryStore store;
        store.allow_insertion();
        store_contents(store, damaged);
        const auto file = storage::opened(store, test_path, storage::to_write);
        ASSERT_TRUE(recover(*file).ok());
        const Bytes left = stored_contents(store);
        const Bytes old = GetParam().old_contents();
        ASSERT_TRUE(std::equal(old.begin(), old.end(), left.begin())) << "byte " << at;
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, InsertionOfBlocks, testing::ValuesIn(cases_on_blocks()),
                         [](const auto& shown) { return shown.param.name; });

InsertionOutcome::End end_of(const Change& change, const Bytes& contents) {
    MemoryStore store;
    store.allow_insertion();
    store_contents(store, contents);
    const auto file = storage::opened(store, test_path, storage::to_write);
    const InsertionOutcome outcome = insert(change, *file);
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
    if (outcome.end == InsertionOutcome::End::untouched) {
        EXPECT_EQ(stored_contents(store), contents);
    }
    return outcome.end;
}

Change growth(std::int64_t distance) {
    return {.header = random_bytes(512 + distance, 1),
            .moves = {{.from = 512, .to = 512 + distance, .length = 30000}},
            .old_file_bytes = 30512,
            .new_file_bytes = 30512 + distance};
}

TEST(Insertion, IsForWholeBlocks) {
    const Bytes contents = random_bytes(30512, 2);
    EXPECT_EQ(end_of(growth(page), contents), InsertionOutcome::End::done);
    EXPECT_EQ(end_of(growth(3 * page), contents), InsertionOutcome::End::done);
    EXPECT_EQ(end_of(growth(512), contents), InsertionOutcome::End::untouched);
    EXPECT_EQ(end_of(growth(page + 512), contents), InsertionOutcome::End::untouched);
}

TEST(Insertion, IsNotForSomeOfTheData) {
    Change change = growth(page);
    change.moves[0].length = 20000;  // and the bytes behind stay
    EXPECT_EQ(end_of(change, random_bytes(30512, 2)), InsertionOutcome::End::untouched);
}

TEST(Insertion, IsNotForDataThatMoveByDifferentDistances) {
    Change change = growth(page);
    change.moves = {{.from = 512, .to = 512 + page, .length = 20000},
                    {.from = 20512, .to = 20512 + 2 * page, .length = 10000}};
    EXPECT_EQ(end_of(change, random_bytes(30512, 2)), InsertionOutcome::End::untouched);
    change = growth(page);
    change.moves = {{.from = 512,
                     .to = 512 + page,
                     .length = 300,
                     .count = 100,
                     .from_pitch = 300,
                     .to_pitch = 304}};
    EXPECT_EQ(end_of(change, random_bytes(30512, 2)), InsertionOutcome::End::untouched);
}

TEST(Insertion, IsNotForFilesWithHoles) {
    MemoryStore store;
    store.allow_insertion();
    store_contents(store, random_bytes(5000, 2));
    const auto file = storage::opened(store, test_path, storage::to_write);
    ASSERT_TRUE(file->write_at(20000, random_bytes(10512, 3)).ok());
    EXPECT_EQ(insert(growth(page), *file).end, InsertionOutcome::End::untouched);
}

/// The file system announces insertion and then fails: on some blocks of a file, or because its
/// table is full.
class RefusingFile final : public storage::ForwardingFile {
public:
    RefusingFile(storage::File& inner, Status refusal)
        : ForwardingFile(inner), refusal_(std::move(refusal)) {}
    Status insert_room(std::int64_t, std::int64_t) override { return refusal_; }

private:
    Status refusal_;
};

TEST(Insertion, LeavesTheOldFileWhenItIsRefused) {
    using End = InsertionOutcome::End;
    const Bytes contents = random_bytes(30512, 2);
    for (const auto& [code, end] : {std::pair(Code::enotsupport, End::untouched),
                                    std::pair(Code::eno_space, End::not_begun)}) {
        MemoryStore store;
        store.allow_insertion();
        store_contents(store, contents);
        const auto file = storage::opened(store, test_path, storage::to_write);
        RefusingFile refusing(*file, Status(code, "refused"));
        const InsertionOutcome outcome = insert(growth(page), refusing);
        EXPECT_EQ(outcome.end, end);
        EXPECT_EQ(outcome.status.code(), code);
        EXPECT_EQ(stored_contents(store), contents);
    }
}

}  // namespace
}  // namespace weft::journal
