// SPDX-License-Identifier: BSD-3-Clause
// A file that is opened when it is first used: by ranks that may never need it themselves, on hosts
// whose view of the directory may lag behind.
#pragma once

#include <string>
#include <utility>

#include "storage/file.hpp"

namespace weft::storage {

/// Opens like Store::open(), but knows from another host which file it must be, and waits up to
/// `patience_seconds` until this host has stopped to see none, or the one that had the name before:
/// Code::efile when it does not. The store must outlive the file.
class LateFile final : public File {
public:
    /// `identity`: what File::identity() says on the other host.
    LateFile(Store& store, std::string path, bool writable, std::uint64_t identity)
        : store_(store), path_(std::move(path)), writable_(writable), identity_(identity) {}

    static constexpr double patience_seconds = 3;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Result<std::int64_t> size() override;
    Status resize(std::int64_t bytes) override;
    Status reserve(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> insertion_block() override;
    Status insert_room(std::int64_t offset, std::int64_t length) override;
    Status remove_room(std::int64_t offset, std::int64_t length) override;
    Result<Extent> hole_behind(std::int64_t offset) override;
    void start_writing(std::int64_t offset, std::int64_t length) override;
    Status sync() override;
    Status renew(double stale_seconds) override;
    Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) override;
    Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) override;
    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override;
    Status close() override;

private:
    Status try_to_open();
    Status open();
    /// Opens if need be.
    template <class Use>
    auto with_file(Use use) -> decltype(use(std::declval<File&>()));

    Store& store_;
    std::string path_;
    bool writable_;
    std::uint64_t identity_;
    std::unique_ptr<File> file_;  // null: not opened yet
};

}  // namespace weft::storage
