// SPDX-License-Identifier: BSD-3-Clause
// The target of a chunked variable of a file that is written (engine/window/target.hpp). Each chunk
// of a put belongs to one rank, which compresses it, or keeps it open; chunk_places.hpp says where
// compressed ones go. A chunk that the books in the file know is never overwritten, if it is
// compressed: a reader who comes after a crash must find its bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "base/memory_pool.hpp"
#include "hdf5/chunk_entries.hpp"
#include "hdf5/chunk_places.hpp"
#include "hdf5/chunk_reader.hpp"
#include "hdf5/chunks_apart.hpp"
#include "hdf5/coded_chunks.hpp"
#include "hdf5/kept_records.hpp"
#include "hdf5/open_chunks.hpp"

namespace weft::hdf5 {

class ChunkWriter final : public ChunkReader {
public:
    /// All references outlive the writer.
    ChunkWriter(ChunkPlaces& places, const DescribedVariable& variable, const chunks::Grid& grid,
                int number)
        : ChunkReader(places.file(), variable, grid, number),
          places_(places),
          open_(places.file().spare_chunks()) {}

    [[nodiscard]] std::int64_t bytes_within(const region::Interval& unit) const override {
        return grid().bytes_within(unit.begin / grid().chunk_bytes());
    }
    [[nodiscard]] std::int64_t turn_bytes() const override;
    [[nodiscard]] bool only_owners_load() const override { return has_open(); }
    Status load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                const engine::UnitReady& ready) override;
    bool begin_apart() override;
    void end_apart() override;
    Status store(std::span<const engine::UnitsToStore> parts) override;
    [[nodiscard]] const void* place() const override { return &places_; }
    Status finish(mpi::CommView comm) override { return places_.store(comm); }

    /// Called on every rank: sets a record to a value, in file form, within the lengths of the
    /// variable. Each rank takes some of its chunks. Chunks that are missing stay so, if readers
    /// take them for this value. ChunkPlaces::store() completes it.
    Status refill(std::int64_t record, std::span<const std::byte> value,
                  std::span<const std::int64_t> lengths, mpi::CommView comm);

    /// Called on the only rank: stores a chunk as a program had put it that was killed.
    /// ChunkPlaces::store() completes it.
    using DataOf = std::function<Result<std::vector<std::byte>>(KeptState::Source)>;
    Status restore(std::int64_t number, const KeptState::Chunk& kept, const DataOf& data_of);

    /// Whether a rank has chunks open. Uniform.
    [[nodiscard]] bool has_open() const { return index().open_count(number()) > 0; }
    /// The bytes of those of this rank.
    [[nodiscard]] std::int64_t open_bytes() const { return open_.bytes(); }
    /// Counts those that code_open(keep_bytes) is about to compress.
    void count_closed_early(std::int64_t keep_bytes) const {
        counts().closed_early += std::ssize(open_.beyond(keep_bytes));
    }
    /// Compresses open chunks, until this rank has at most `keep_bytes` of uncompressed ones.
    Status code_open(std::int64_t keep_bytes);

    /// Whether this rank can store chunks.
    [[nodiscard]] Status check_storing();

    /// Whether chunks may wait in memory while what a kill would lose is kept.
    void let_wait(bool may) { may_wait_ = may; }

    // For ChunkPlaces.

    [[nodiscard]] bool may_wait() const { return may_wait_; }
    [[nodiscard]] std::size_t element_bytes() const {
        return static_cast<std::size_t>(grid().element_bytes());
    }
    [[nodiscard]] bool compresses() const { return coder_ != nullptr; }
    /// The most bytes that code() makes of a chunk.
    [[nodiscard]] std::int64_t encoded_limit() const;
    /// Fills the beginning of the room with the chunk as it will be in the file, and returns its
    /// length. Several threads may call it at the same time.
    [[nodiscard]] Result<std::int64_t> code(std::int64_t number, std::span<const std::byte> chunk,
                                            std::span<std::byte> room) const;

    [[nodiscard]] std::int64_t chunk_bytes() const { return grid().chunk_bytes(); }
    /// A chunk stays where it was, if nobody reads it there, or nothing but its values changes.
    void choose_place(CodedChunk& one) const;
    /// Adds entries for the chunks that it keeps open.
    void add_kept(std::vector<ChunkEntry>& entries) const;
    /// Counts a chunk that this rank has written.
    void count(const CodedChunk& one) const;
    /// The index has what the ranks have written and keep open.
    void end_turn();

    /// Whether this rank has a chunk open, or has changed it in a call of its own.
    [[nodiscard]] bool has_in_memory(std::int64_t number) const {
        return open_.contains(number) || apart_.contains(number);
    }
    /// Whether this rank has chunks that it has changed in calls of its own.
    [[nodiscard]] bool has_apart() const { return !apart_.empty(); }
    /// Collective. Merges the changes of all ranks. A rank keeps the changes that it could not
    /// write.
    Status gather(mpi::CommView comm);

private:
    [[nodiscard]] Status find(std::span<Wanted> wanted) override;
    [[nodiscard]] Status decode_stored(const Wanted& one, std::span<const std::byte> stored,
                                       Text& why) override;
    [[nodiscard]] bool needs_libhdf5() const override { return false; }
    /// A chunk that is changed will be stored as a whole.
    void fill_missing(const Wanted& one) const override { set_fill(one.chunk); }

    [[nodiscard]] bool copy_own(std::int64_t number, std::span<std::byte> chunk) override {
        return apart_.copy(number, chunk) || open_.copy(number, chunk) ||
               places_.copy_behind({this->number(), number}, chunk);
    }

    [[nodiscard]] Status prepare();
    [[nodiscard]] Status no_memory() const;
    [[nodiscard]] std::int64_t number_of(const engine::UnitsToLoad& part) const {
        return part.units.begin / grid().chunk_bytes();
    }
    [[nodiscard]] Status check_owner(std::span<const engine::UnitsToLoad> parts) const;
    void note_changes(std::span<const engine::UnitsToLoad> parts);
    [[nodiscard]] Status keep_apart(std::span<const engine::UnitsToStore> parts);
    [[nodiscard]] Status take(std::span<const engine::UnitsToStore> parts);
    [[nodiscard]] Status bring_now(std::int64_t number, std::span<const std::byte> chunk);
    [[nodiscard]] const ChunkIndex& index() const { return places_.index(); }

    ChunkPlaces& places_;
    std::unique_ptr<ChunkCoder> coder_;  // null: none is needed yet
    bool may_wait_ = true;
    bool is_apart_ = false;  // during a put of this rank alone
    ChunksApart apart_;
    OpenChunks open_;                 // of this rank
    std::set<std::int64_t> changes_;  // chunks that stay open after the present put
};

}  // namespace weft::hdf5
