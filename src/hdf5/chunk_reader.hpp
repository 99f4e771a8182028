// SPDX-License-Identifier: BSD-3-Clause
// The target of a chunked variable (engine/window/target.hpp): reads and decompresses whole chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "chunks/grid.hpp"
#include "engine/window/target.hpp"
#include "hdf5/beyond.hpp"
#include "hdf5/books/description.hpp"
#include "hdf5/chunks_ahead.hpp"
#include "hdf5/stored_file.hpp"

namespace weft::hdf5 {

/// A unit is a chunk.
class ChunkReader : public engine::Target {
public:
    /// All references outlive the reader. `number`: of the variable.
    ChunkReader(StoredFile& file, const DescribedVariable& variable, const chunks::Grid& grid,
                int number)
        : file_(file),
          described_(variable),
          grid_(grid),
          number_(number),
          beyond_(variable, grid),
          counts_(file.counts(number)) {}

    /// A chunk for each thread.
    [[nodiscard]] std::int64_t window_bytes() const override {
        return file_.window_chunks() * grid_.chunk_bytes();
    }
    void will_load(std::vector<std::int64_t> units) override { ahead_.expect(std::move(units)); }
    Status load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                const engine::UnitReady& ready) override;
    Status store(std::span<const engine::UnitsToStore> parts) override;
    Status finish(mpi::CommView comm) override;

    /// Of the variable.
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] ChunkCounts& counts() const { return counts_; }
    /// What has failed with a chunk.
    [[nodiscard]] Status failure(const Status& status, std::int64_t number) const;

protected:
    /// A chunk to be read, and where it goes.
    struct Wanted {
        std::int64_t number = 0;
        std::span<std::byte> chunk;
        StoredChunk stored = {};
    };

    [[nodiscard]] StoredFile& file() const { return file_; }
    [[nodiscard]] const DescribedVariable& described() const { return described_; }
    [[nodiscard]] const chunks::Grid& grid() const { return grid_; }
    void set_fill(std::span<std::byte> values) const;
    /// Sets a chunk that is not stored. Gets see only what is within the array, and that may be
    /// little of a long chunk.
    virtual void fill_missing(const Wanted& one) const;

    /// Copies a chunk that is only in memory; false if there is none.
    [[nodiscard]] virtual bool copy_own(std::int64_t /*number*/, std::span<std::byte> /*chunk*/) {
        return false;
    }
    /// Finds the places of the chunks in the file.
    [[nodiscard]] virtual Status find(std::span<Wanted> wanted);
    /// Called by several threads.
    [[nodiscard]] virtual Status decode_stored(const Wanted& one, std::span<const std::byte> stored,
                                               Text& why);
    [[nodiscard]] virtual bool needs_libhdf5() const { return variable_->needs_libhdf5(); }

private:
    [[nodiscard]] std::vector<Wanted> wanted_of(std::span<const engine::UnitsToLoad> parts);
    [[nodiscard]] Status load_wanted(std::vector<Wanted> wanted, bool keeps);
    [[nodiscard]] Status open();
    void ask_ahead(std::span<const Wanted> wanted);
    void announce(std::vector<Wanted> chunks);
    [[nodiscard]] Status read(std::span<Wanted> wanted);
    [[nodiscard]] Status read_plain(std::span<const Wanted> wanted);
    [[nodiscard]] Status read_by_libhdf5(std::span<const Wanted> wanted);
    [[nodiscard]] Status read_batch(std::span<const Wanted> wanted);
    [[nodiscard]] Status read_stored(std::span<const Wanted> wanted, std::span<std::byte> stored);
    [[nodiscard]] Status decode(std::span<const Wanted> wanted, std::span<const std::byte> stored);
    [[nodiscard]] Status decode_one(const Wanted& one, std::span<const std::byte> stored);
    [[nodiscard]] Status check_place(const Wanted& one, std::int64_t file_bytes) const;
    void complete(const Wanted& one) const;
    void tell_ready(std::int64_t number) const;

    StoredFile& file_;
    const DescribedVariable& described_;
    const chunks::Grid& grid_;
    int number_;
    Beyond beyond_;
    ChunkCounts& counts_;
    ChunksAhead ahead_;                         // of a far file
    std::unique_ptr<StoredVariable> variable_;  // null: no chunk was looked for yet
    const engine::UnitReady* ready_ = nullptr;  // of the load under way
};

/// A target whose only unit is in memory: a compact variable.
class InlineValues final : public engine::Target {
public:
    explicit InlineValues(const std::vector<std::byte>& values) : values_(values) {}

    [[nodiscard]] std::int64_t window_bytes() const override { return 0; }
    Status load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                const engine::UnitReady& ready) override;
    Status store(std::span<const engine::UnitsToStore> parts) override;
    Status finish(mpi::CommView comm) override;

private:
    const std::vector<std::byte>& values_;
};

}  // namespace weft::hdf5
