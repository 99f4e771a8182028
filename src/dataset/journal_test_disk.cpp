// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/journal_test_disk.hpp"

#include "storage/test_bytes.hpp"

namespace weft::dataset {

PowerCutFile::PowerCutFile(storage::MemoryStore& store, PowerCut cut)
    : store_(store), cut_(cut), file_(storage::opened(store, test_path, storage::to_write)) {}

/// Before each call: the power fails, or what the last call cut off is gone for good.
void PowerCutFile::count_call() {
    const bool fails = ++calls_ == cut_.call;
    const bool cut_survives = !fails || (cut_.survivors_seed && *cut_.survivors_seed % 2 == 1);
    if (pending_size_ && cut_survives) {
        EXPECT_TRUE(file_->resize(*pending_size_).ok());
        EXPECT_TRUE(!fails || file_->sync().ok());
    }
    pending_size_.reset();
    if (fails) store_.power_failure(cut_.survivors_seed);
}

Result<std::int64_t> PowerCutFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    count_call();
    return file_->read_at(offset, bytes);
}

Status PowerCutFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    count_call();
    return file_->write_at(offset, bytes);
}

Result<std::int64_t> PowerCutFile::size() {
    count_call();
    return file_->size();
}

Status PowerCutFile::resize(std::int64_t bytes) {
    count_call();
    const Result<std::int64_t> now = file_->size();
    if (!now.ok()) return now.status();
    if (bytes >= now.value()) return file_->resize(bytes);
    pending_size_ = bytes;
    return {};
}

Status PowerCutFile::sync() {
    count_call();
    return file_->sync();
}

Result<std::unique_ptr<storage::RangeLock>> PowerCutFile::lock(std::int64_t offset,
                                                               std::int64_t length) {
    count_call();
    return file_->lock(offset, length);
}

Status PowerCutFile::close() {
    count_call();
    return file_->close();
}

void store_contents(storage::MemoryStore& store, const Bytes& contents) {
    storage::put_text(store, test_path,
                      {reinterpret_cast<const char*>(contents.data()), contents.size()});
    ASSERT_TRUE(storage::opened(store, test_path, storage::to_write)->sync().ok());
    ASSERT_TRUE(store.sync_directory_of(test_path).ok());
}

Bytes stored_contents(storage::MemoryStore& store) {
    const std::string text = storage::get_text(store, test_path);
    const auto bytes = storage::bytes_of(text);
    return {bytes.begin(), bytes.end()};
}

}  // namespace weft::dataset
