// SPDX-License-Identifier: BSD-3-Clause
// A store in memory: the twin of PosixStore for tests, with terabyte offsets that cost nothing,
// counters, and power failures on request.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "storage/store.hpp"

namespace weft::storage {

/// A store in memory with the contract and the codes of PosixStore, shared by all threads of the
/// process. "/" and the current directory exist; other directories and symbolic links are made
/// below. A link is followed as the last part of a path only; directories are not renamed.
class MemoryStore final : public Store {
public:
    /// What happens to written bytes. If they are discarded, files have sizes and read as zeros.
    enum class Contents { kept, discarded };

    /// Calls that succeeded, and the bytes they moved.
    struct Counts {
        std::int64_t opens = 0;
        std::int64_t reads = 0;
        std::int64_t bytes_read = 0;
        std::int64_t writes = 0;
        std::int64_t bytes_written = 0;
        std::int64_t resizes = 0;
        std::int64_t syncs = 0;
        std::int64_t directory_syncs = 0;
        std::int64_t locks = 0;
        std::int64_t closes = 0;
        std::int64_t removes = 0;
        std::int64_t renames = 0;
    };

    /// The size of the pages by which File::insert_room() moves data, if that is allowed.
    static constexpr std::int64_t page_bytes = 4096;

    explicit MemoryStore(Contents contents = Contents::kept);
    void allow_insertion();
    ~MemoryStore() override;  // files may outlive the store

    Result<Opened> open(const std::string& path, const Intent& intent) override;
    void will_open(const std::string& /*path*/, const Prospect& /*prospect*/) override {}
    Status remove(const std::string& path) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status sync_directory_of(const std::string& path) override;
    Result<PathFacts> inspect(const std::string& path) override;
    Result<Speed> measure(const std::string& path) override;

    /// Both of these survive a power failure at once.
    Status make_directory(const std::string& path);
    Status make_symlink(const std::string& path, const std::string& target);

    /// Drops what was not synced: contents and sizes of files since their last sync(), and names
    /// since the last sync_directory_of() in their directory. With a seed each dropped page, size
    /// and name survives or not by the toss of a coin. Open files fail from now on.
    void power_failure(std::optional<std::uint64_t> survivors_seed = {});

    [[nodiscard]] Counts counts() const;
    /// The memory that the contents of the file at `path` occupy; 0 if there is none.
    [[nodiscard]] std::int64_t occupied_bytes(const std::string& path) const;

    struct Disk;

private:
    Result<std::unique_ptr<File>> open_alone(const std::string& path, const Intent& intent);

    std::shared_ptr<Disk> disk_;
};

}  // namespace weft::storage
