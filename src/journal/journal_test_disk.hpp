// SPDX-License-Identifier: BSD-3-Clause
// A disk in memory that loses power right before its n-th call.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include "journal/journal_test_changes.hpp"
#include "storage/testing/intercepting_file.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::journal {

inline constexpr const char* test_path = "/file";
inline constexpr std::int64_t page = storage::MemoryStore::page_bytes;

/// The moment of a power failure: before call `call` (1 is the first; 0: never), and which unsynced
/// pages survive.
struct PowerCut {
    std::int64_t call = 0;
    std::optional<std::uint64_t> survivors_seed;
};

/// Blocks that move up by an inserted hole, or down over a removed range.
struct BlockShift {
    std::int64_t offset;
    std::int64_t length;
    bool inserts;
};

/// A shift that is not yet synced.
struct UnsyncedShift {
    BlockShift shift;
    Bytes before;  // durable
    bool is_applied = false;
    std::set<std::int64_t> written_pages = {};  // by their numbers after it
};

/// A file whose power fails as planned; it fails from then on. Shortening a file is one transaction
/// of a file system's own journal, so it survives as a whole or not at all, unlike the pages of a
/// write. Shifted blocks survive in the ways that File::insert_room() describes, and so do pages
/// that are written before the next sync.
class PowerCutFile final : public storage::InterceptingFile {
public:
    PowerCutFile(storage::MemoryStore& store, PowerCut cut);

    [[nodiscard]] std::int64_t calls() const { return calls_; }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Result<std::int64_t> size() override;
    Status resize(std::int64_t bytes) override;
    Result<std::int64_t> insertion_block() override;
    Status insert_room(std::int64_t offset, std::int64_t length) override;
    Status remove_room(std::int64_t offset, std::int64_t length) override;
    Result<storage::Extent> hole_behind(std::int64_t offset) override;
    Status sync() override;
    Result<std::unique_ptr<storage::RangeLock>> lock(std::int64_t offset,
                                                     std::int64_t length) override;
    Status close() override;

private:
    void count_call();
    Status begin_shift(const BlockShift& shift);
    void apply_cut(bool fails);
    void apply_shift();
    void lose_power();

    storage::MemoryStore& store_;
    PowerCut cut_;
    std::optional<std::int64_t> pending_size_;
    bool loses_cut_ = false;  // if the power fails before the next sync
    std::optional<UnsyncedShift> shift_;
    bool has_unsynced_writes_ = false;
    std::int64_t calls_ = 0;
};

/// Makes the file durable, with these contents.
void store_contents(storage::MemoryStore& store, const Bytes& contents);
/// Stores the old contents on the disk that the case needs.
void store_old(storage::MemoryStore& store, const ChangeCase& tested);
Bytes stored_contents(storage::MemoryStore& store);

}  // namespace weft::journal
