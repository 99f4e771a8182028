// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/memory_store.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "storage/test_bytes.hpp"
#include "storage/testing/sparse_bytes.hpp"

namespace weft::storage {
namespace {

bool exists(Store& store, const std::string& path) {
    return store.inspect(path).value().exists;
}

/// A file whose contents and name are durable.
void put_durably(Store& store, const std::string& path, std::string_view text) {
    put_text(store, path, text);
    ASSERT_TRUE(opened(store, path, to_write)->sync().ok());
    ASSERT_TRUE(store.sync_directory_of(path).ok());
}

TEST(MemoryStore, KeepsOnlyPagesThatWereWritten) {
    MemoryStore store;
    const auto file = opened(store, "a", to_create);
    ASSERT_TRUE(file->resize(std::int64_t{1} << 50).ok());
    EXPECT_EQ(store.occupied_bytes("a"), 0);
    ASSERT_TRUE(file->write_at(std::int64_t{1} << 49, bytes_of("x")).ok());
    EXPECT_EQ(store.occupied_bytes("a"), SparseBytes::page_bytes);
    ASSERT_TRUE(file->resize(10).ok());
    EXPECT_EQ(store.occupied_bytes("a"), 0);
}

TEST(MemoryStore, FindsHolesOfAFileFarLongerThanWhatItHolds) {
    MemoryStore store;
    const auto file = opened(store, "a", to_create);
    constexpr std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t page = SparseBytes::page_bytes;
    ASSERT_TRUE(file->resize(bytes).ok());
    ASSERT_TRUE(file->write_at(2 * page, bytes_of("x")).ok());
    ASSERT_TRUE(file->write_at(3 * page, bytes_of("x")).ok());
    ASSERT_TRUE(file->write_at(bytes - 1, bytes_of("x")).ok());
    const auto hole = [&](std::int64_t offset) {
        const Extent found = file->hole_behind(offset).value();
        return std::pair(found.offset, found.offset + found.length);
    };
    EXPECT_EQ(hole(5), std::pair(std::int64_t{5}, 2 * page));
    EXPECT_EQ(hole(2 * page + 5), std::pair(4 * page, bytes / page * page));
    EXPECT_EQ(hole(bytes - 1), std::pair(bytes, bytes));
    ASSERT_TRUE(file->resize(3 * page + 7).ok());
    EXPECT_EQ(hole(2 * page + 5), std::pair(3 * page + 7, 3 * page + 7));
}

TEST(MemoryStore, CountsCallsAndBytes) {
    MemoryStore store;
    put_text(store, "a", "0123456789");
    const auto file = opened(store, "a", to_write);
    EXPECT_EQ(text_at(*file, 4, 100), "456789");
    ASSERT_TRUE(file->resize(5).ok());
    ASSERT_TRUE(file->sync().ok());
    ASSERT_TRUE(file->lock(0, 1).ok());
    ASSERT_TRUE(store.rename("a", "b").ok());
    ASSERT_TRUE(store.sync_directory_of("b").ok());
    ASSERT_TRUE(store.remove("b").ok());
    EXPECT_FALSE(store.remove("b").ok());
    const MemoryStore::Counts counts = store.counts();
    EXPECT_EQ(counts.opens, 2);
    EXPECT_EQ(counts.closes, 1);
    EXPECT_EQ(counts.writes, 1);
    EXPECT_EQ(counts.bytes_written, 10);
    EXPECT_EQ(counts.reads, 1);
    EXPECT_EQ(counts.bytes_read, 6);
    EXPECT_EQ(counts.resizes, 1);
    EXPECT_EQ(counts.syncs, 1);
    EXPECT_EQ(counts.directory_syncs, 1);
    EXPECT_EQ(counts.locks, 1);
    EXPECT_EQ(counts.renames, 1);
    EXPECT_EQ(counts.removes, 1);
}

TEST(MemoryStore, CanDiscardContentsAndStillCount) {
    MemoryStore store(MemoryStore::Contents::discarded);
    put_text(store, "a", "text");
    EXPECT_EQ(get_text(store, "a"), std::string(4, '\0'));
    EXPECT_EQ(store.counts().bytes_written, 4);
    EXPECT_EQ(store.occupied_bytes("a"), 0);
}

TEST(MemoryStore, FilesOutliveTheStore) {
    std::unique_ptr<File> file;
    {
        MemoryStore store;
        file = opened(store, "a", to_create);
    }
    ASSERT_TRUE(file->write_at(0, bytes_of("text")).ok());
    EXPECT_EQ(text_at(*file, 0, 4), "text");
}

TEST(PowerFailure, DropsContentsThatWereNotSynced) {
    MemoryStore store;
    put_durably(store, "a", "old text");
    {
        const auto file = opened(store, "a", to_write);
        ASSERT_TRUE(file->write_at(0, bytes_of("new")).ok());
        ASSERT_TRUE(file->sync().ok());
        ASSERT_TRUE(file->write_at(4, bytes_of("lost and longer")).ok());
        ASSERT_TRUE(file->close().ok());
    }
    EXPECT_EQ(get_text(store, "a"), "new lost and longer");
    store.power_failure();
    EXPECT_EQ(get_text(store, "a"), "new text");
}

TEST(PowerFailure, DropsResizesThatWereNotSynced) {
    MemoryStore store;
    put_durably(store, "a", "old text");
    ASSERT_TRUE(opened(store, "a", to_write)->resize(3).ok());
    store.power_failure();
    EXPECT_EQ(get_text(store, "a"), "old text");
}

TEST(PowerFailure, DropsANewNameWhoseDirectoryWasNotSynced) {
    MemoryStore store;
    const auto file = opened(store, "a", to_create);
    ASSERT_TRUE(file->write_at(0, bytes_of("text")).ok());
    ASSERT_TRUE(file->sync().ok());
    store.power_failure();
    EXPECT_FALSE(exists(store, "a"));
}

TEST(PowerFailure, LeavesASyncedNameOfAnUnsyncedFileEmpty) {
    MemoryStore store;
    put_text(store, "a", "text");
    ASSERT_TRUE(store.sync_directory_of("a").ok());
    store.power_failure();
    EXPECT_EQ(get_text(store, "a"), "");
}

TEST(PowerFailure, UndoesRenamesAndRemovalsThatWereNotSynced) {
    MemoryStore store;
    put_durably(store, "a", "old");
    put_durably(store, "gone", "still here");
    put_durably(store, "a.new", "new");
    ASSERT_TRUE(store.rename("a.new", "a").ok());
    ASSERT_TRUE(store.remove("gone").ok());
    EXPECT_EQ(get_text(store, "a"), "new");
    store.power_failure();
    EXPECT_EQ(get_text(store, "a"), "old");
    EXPECT_EQ(get_text(store, "a.new"), "new");
    EXPECT_EQ(get_text(store, "gone"), "still here");
}

TEST(PowerFailure, KeepsRenamesAndRemovalsThatWereSynced) {
    MemoryStore store;
    put_durably(store, "a", "old");
    put_durably(store, "a.new", "new");
    ASSERT_TRUE(store.rename("a.new", "a").ok());
    ASSERT_TRUE(store.sync_directory_of("a").ok());
    store.power_failure();
    EXPECT_EQ(get_text(store, "a"), "new");
    EXPECT_FALSE(exists(store, "a.new"));
}

TEST(PowerFailure, SyncsOfOneDirectoryLeaveOthersAlone) {
    MemoryStore store;
    ASSERT_TRUE(store.make_directory("/one").ok());
    ASSERT_TRUE(store.make_directory("/two").ok());
    put_text(store, "/one/a", "text");
    put_text(store, "/two/a", "text");
    ASSERT_TRUE(store.sync_directory_of("/one/a").ok());
    store.power_failure();
    EXPECT_TRUE(exists(store, "/one/a"));
    EXPECT_FALSE(exists(store, "/two/a"));
    EXPECT_TRUE(exists(store, "/two"));
}

TEST(PowerFailure, KillsOpenFiles) {
    MemoryStore store;
    put_durably(store, "a", "text");
    const auto file = opened(store, "a", to_write);
    const auto removed = opened(store, "b", to_create);
    ASSERT_TRUE(store.remove("b").ok());
    store.power_failure();
    EXPECT_EQ(file->write_at(0, bytes_of("late")).code(), Code::ewrite);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(file->size().code(), Code::eread);
    EXPECT_EQ(removed->size().code(), Code::eread);
    EXPECT_EQ(get_text(store, "a"), "text");
}

TEST(PowerFailure, WakesThoseWhoWaitForALock) {
    MemoryStore store;
    const auto one = opened(store, "a", to_create);
    const auto two = opened(store, "a", to_write);
    const auto held = one->lock(0, 1);
    std::thread waiting([&] { EXPECT_FALSE(two->lock(0, 1).ok()); });
    store.power_failure();
    waiting.join();
}

TEST(PowerFailure, KeepsARandomPartOfWhatWasNotSynced) {
    const std::string old_text(2 * SparseBytes::page_bytes, 'o');
    const std::string new_text(2 * SparseBytes::page_bytes, 'n');
    std::set<std::string> outcomes;
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
        MemoryStore store;
        put_durably(store, "a", old_text);
        ASSERT_TRUE(opened(store, "a", to_write)->write_at(0, bytes_of(new_text)).ok());
        ASSERT_TRUE(store.remove("a").ok());
        store.power_failure(seed);
        if (!exists(store, "a")) {
            outcomes.insert("removed");
            continue;
        }
        const std::string text = get_text(store, "a");
        ASSERT_EQ(text.size(), old_text.size());
        const std::string pages{text.front(), text.back()};
        EXPECT_EQ(text, std::string(SparseBytes::page_bytes, pages[0]) +
                            std::string(SparseBytes::page_bytes, pages[1]));
        outcomes.insert(pages);
    }
    EXPECT_EQ(outcomes, (std::set<std::string>{"removed", "oo", "on", "no", "nn"}));
}

TEST(SparseBytes, CopiesDoNotShareLaterWrites) {
    SparseBytes original;
    original.write(0, bytes_of("original"));
    SparseBytes copy = original;
    copy.write(0, bytes_of("copy"));
    original.resize(4);
    std::string text(8, '?');
    EXPECT_EQ(copy.read(0, std::as_writable_bytes(std::span(text))), 8);
    EXPECT_EQ(text, "copyinal");
    EXPECT_EQ(original.read(0, std::as_writable_bytes(std::span(text))), 4);
    EXPECT_EQ(text.substr(0, 4), "orig");
}

}  // namespace
}  // namespace weft::storage
