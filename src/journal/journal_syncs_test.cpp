// SPDX-License-Identifier: BSD-3-Clause
// The cost of a change: how often it waits for the disk, and the memory of a window.
#include <gtest/gtest.h>

#include "journal/journal.hpp"
#include "journal/journal_test_disk.hpp"
#include "storage/test_bytes.hpp"

namespace weft::journal {
namespace {

using storage::MemoryStore;

constexpr std::int64_t most_syncs = 3;
constexpr std::int64_t old_header_bytes = 512;

/// A header that grows by `distance` before all the data of a file.
Change growth(std::int64_t distance, std::int64_t file_bytes) {
    return {.header = PooledBytes(static_cast<std::size_t>(old_header_bytes + distance)),
            .moves = {{.from = old_header_bytes,
                       .to = old_header_bytes + distance,
                       .length = file_bytes - old_header_bytes}},
            .old_file_bytes = file_bytes,
            .new_file_bytes = file_bytes + distance};
}

/// The calls of a change on a disk that stores only sizes, so that large files take no memory.
MemoryStore::Counts calls_of(const Change& change, std::int64_t chunk_bytes) {
    MemoryStore store(MemoryStore::Contents::discarded);
    const auto file = storage::opened(store, test_path, storage::to_create);
    EXPECT_TRUE(file->resize(change.old_file_bytes).ok());
    const mpi::Comm self = mpi::Comm::self();
    const ChangeOutcome outcome =
        apply_change(change, *file, chunk_bytes, self.view(), mpi::IoRanks(self.view()));
    EXPECT_TRUE(outcome.status.ok()) << outcome.status.context();
    EXPECT_EQ(file->size().value(), change.new_file_bytes);
    return store.counts();
}

TEST(JournalSyncs, AreFewWhateverTheHintTheSizeAndTheDistance) {
    for (const std::int64_t file_bytes : {1 << 20, 1 << 30}) {
        for (const std::int64_t distance : {8, 4096, 1 << 20}) {
            for (const std::int64_t chunk_bytes : {1, 100, 4096, 4 << 20}) {
                const auto counts = calls_of(growth(distance, file_bytes), chunk_bytes);
                EXPECT_LE(counts.syncs, most_syncs)
                    << file_bytes << " bytes by " << distance << " in chunks of " << chunk_bytes;
                EXPECT_GE(counts.bytes_written, file_bytes - old_header_bytes)
                    << "nothing was moved";
            }
        }
    }
}

TEST(JournalSyncs, AreFewWhenRecordsGrow) {
    const Change change{.header = PooledBytes(old_header_bytes),
                        .moves = {{.from = old_header_bytes,
                                   .to = old_header_bytes + 64,
                                   .length = 64,
                                   .count = 10000,
                                   .from_pitch = 64,
                                   .to_pitch = 128}},
                        .old_file_bytes = old_header_bytes + 64 * 10000,
                        .new_file_bytes = old_header_bytes + 64 + 128 * 10000};
    for (const std::int64_t chunk_bytes : {1, 4 << 20})
        EXPECT_LE(calls_of(change, chunk_bytes).syncs, most_syncs);
}

/// A tiny hint does not cause a system call for each byte.
TEST(JournalSyncs, GoWithWindowsOfAUsefulSize) {
    const auto counts = calls_of(growth(512, 16 << 20), 1);
    EXPECT_LT(counts.writes, 1000);
}

}  // namespace
}  // namespace weft::journal
