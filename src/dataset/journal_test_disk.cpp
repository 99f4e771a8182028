// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/journal_test_disk.hpp"

#include <random>

#include "storage/test_bytes.hpp"

namespace weft::dataset {

PowerCutFile::PowerCutFile(storage::MemoryStore& store, PowerCut cut)
    : InterceptingFile(storage::opened(store, test_path, storage::to_write)),
      store_(store),
      cut_(cut) {}

/// Before each call: the power fails, or what the last call cut off is gone for good.
void PowerCutFile::count_call() {
    const bool fails = ++calls_ == cut_.call;
    const bool cut_survives = !fails || (cut_.survivors_seed && *cut_.survivors_seed % 2 == 1);
    if (pending_size_ && cut_survives) {
        EXPECT_TRUE(inner().resize(*pending_size_).ok());
        EXPECT_TRUE(!fails || inner().sync().ok());
    }
    pending_size_.reset();
    if (pending_shift_ && !fails) shift_blocks(*pending_shift_);
    if (pending_shift_ && fails && cut_.survivors_seed) {
        shift_some_blocks(*pending_shift_);
        EXPECT_TRUE(inner().sync().ok());
    }
    pending_shift_.reset();
    if (fails) store_.power_failure(cut_.survivors_seed);
}

Result<std::int64_t> PowerCutFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    count_call();
    return inner().read_at(offset, bytes);
}

Status PowerCutFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    count_call();
    return inner().write_at(offset, bytes);
}

Result<std::int64_t> PowerCutFile::size() {
    count_call();
    return inner().size();
}

Status PowerCutFile::resize(std::int64_t bytes) {
    count_call();
    const Result<std::int64_t> now = inner().size();
    if (!now.ok()) return now.status();
    if (bytes >= now.value()) return inner().resize(bytes);
    pending_size_ = bytes;
    return {};
}

void PowerCutFile::shift_blocks(const Shift& shift) {
    const Status status = shift.inserts ? inner().insert_room(shift.offset, shift.length)
                                        : inner().remove_room(shift.offset, shift.length);
    EXPECT_TRUE(status.ok()) << status.context();
}

/// What a power failure may leave of it.
void PowerCutFile::shift_some_blocks(const Shift& shift) {
    std::mt19937_64 random(*cut_.survivors_seed + static_cast<std::uint64_t>(calls_));
    const auto one_of = [&](std::int64_t count) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
    };
    const std::int64_t how = one_of(4);
    if (how == 0) return;  // nothing
    if (!shift.inserts) shift_blocks(shift);
    if (how == 1 && !shift.inserts) return;
    // The hole is in its place, anywhere behind, or at the end.
    constexpr std::int64_t page = storage::MemoryStore::page_bytes;
    const std::int64_t size = inner().size().value();
    const std::int64_t pages = (size - 1) / page + 1 - shift.offset / page;
    const std::int64_t at = shift.offset + (how == 2 ? one_of(pages + 1) * page : 0);
    const Status status = how == 3 || at >= size ? inner().resize(size + shift.length)
                                                 : inner().insert_room(at, shift.length);
    EXPECT_TRUE(status.ok()) << status.context();
}

Result<std::int64_t> PowerCutFile::insertion_block() {
    count_call();
    return inner().insertion_block();
}

Status PowerCutFile::begin_shift(const Shift& shift) {
    count_call();
    const Result<std::int64_t> now = inner().size();
    if (!now.ok()) return now.status();
    pending_shift_ = shift;
    return {};
}

Status PowerCutFile::insert_room(std::int64_t offset, std::int64_t length) {
    return begin_shift({.offset = offset, .length = length, .inserts = true});
}

Status PowerCutFile::remove_room(std::int64_t offset, std::int64_t length) {
    return begin_shift({.offset = offset, .length = length, .inserts = false});
}

Result<storage::Extent> PowerCutFile::hole_behind(std::int64_t offset) {
    count_call();
    return inner().hole_behind(offset);
}

Status PowerCutFile::sync() {
    count_call();
    return inner().sync();
}

Result<std::unique_ptr<storage::RangeLock>> PowerCutFile::lock(std::int64_t offset,
                                                               std::int64_t length) {
    count_call();
    return inner().lock(offset, length);
}

Status PowerCutFile::close() {
    count_call();
    return inner().close();
}

void store_contents(storage::MemoryStore& store, const Bytes& contents) {
    storage::put_text(store, test_path,
                      {reinterpret_cast<const char*>(contents.data()), contents.size()});
    ASSERT_TRUE(storage::opened(store, test_path, storage::to_write)->sync().ok());
    ASSERT_TRUE(store.sync_directory_of(test_path).ok());
}

void store_old(storage::MemoryStore& store, const ChangeCase& tested) {
    if (tested.on_blocks) store.allow_insertion();
    store_contents(store, tested.old_contents());
}

Bytes stored_contents(storage::MemoryStore& store) {
    const std::string text = storage::get_text(store, test_path);
    const auto bytes = storage::bytes_of(text);
    return {bytes.begin(), bytes.end()};
}

}  // namespace weft::dataset
