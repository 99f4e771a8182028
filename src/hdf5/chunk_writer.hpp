// SPDX-License-Identifier: BSD-3-Clause
// What stands under the windows of a chunked variable of a file that is written. Each chunk of a
// put belongs to one rank, which compresses it; when all ranks have done so, they share the space
// at the end of the file among them by a prefix sum, write, and tell each other where their chunks
// are. A chunk that the books in the file know is never overwritten, if it is compressed: a reader
// who comes after a crash must find its bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/memory_pool.hpp"
#include "hdf5/chunk_index.hpp"
#include "hdf5/chunk_reader.hpp"
#include "hdf5/chunks_apart.hpp"

namespace weft::hdf5 {

/// Of a file that is written. The same on all ranks.
struct Growth {
    std::int64_t end = 0;      // behind it there is room
    bool is_unbooked = false;  // what the books in the file do not know has been written
};

class ChunkWriter final : public ChunkReader {
public:
    /// All that is referred to outlives the writer.
    ChunkWriter(StoredFile& file, const DescribedVariable& variable, const chunks::Grid& grid,
                int number, ChunkIndex& index, Growth& growth)
        : ChunkReader(file, variable, grid, number), index_(index), growth_(growth) {}

    Status load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                const engine::UnitReady& ready) override;
    bool begin_apart() override;
    void end_apart() override;
    Status store(std::span<const engine::UnitsToStore> parts) override;
    Status finish(mpi::CommView comm) override;

    /// Called on every rank: sets a record to the fill value, in the chunks that there are, of
    /// which each rank takes some. gather() completes it.
    Status refill(std::int64_t record, mpi::CommView comm);

    /// Whether this rank has chunks that it has changed on its own.
    [[nodiscard]] bool has_apart() const { return !apart_.empty() || !coded_.empty(); }
    /// Collective. Brings the changes of all ranks together. What a rank could not write, it still
    /// has then.
    Status gather(mpi::CommView comm);

private:
    /// A chunk that has gone through the filters.
    struct Coded {
        std::int64_t number = 0;
        std::int64_t address = -1;  // -1: it needs space at the end of the file
        std::int64_t room = 0;
        PooledBytes bytes = {};
    };

    [[nodiscard]] Status find(std::span<Wanted> wanted) override;
    [[nodiscard]] Status decode_stored(const Wanted& one, std::span<const std::byte> stored,
                                       Text& why) override;
    [[nodiscard]] bool needs_libhdf5() const override { return false; }

    [[nodiscard]] bool copy_own(std::int64_t number, std::span<std::byte> chunk) override {
        return apart_.copy(number, chunk);
    }

    [[nodiscard]] Status prepare();
    [[nodiscard]] Status no_memory() const;
    [[nodiscard]] Status keep_apart(std::span<const engine::UnitsToStore> parts);
    [[nodiscard]] Status code(std::span<const std::byte> chunk, Coded& coded) const;
    [[nodiscard]] Status code_all(std::span<const engine::UnitsToStore> parts);
    void choose_places(std::vector<Coded>& coded) const;
    void take_space(mpi::CommView comm, std::vector<Coded>& coded);
    [[nodiscard]] Status write(std::vector<Coded>& coded);
    void tell(mpi::CommView comm, const std::vector<Coded>& written);

    ChunkIndex& index_;
    Growth& growth_;
    std::unique_ptr<ChunkCoder> coder_;  // null: none is needed yet
    std::vector<Coded> coded_;           // since the last finish()
    bool is_apart_ = false;              // during a put of this rank alone
    ChunksApart apart_;
};

}  // namespace weft::hdf5
