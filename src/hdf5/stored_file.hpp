// SPDX-License-Identifier: BSD-3-Clause
// The state that the targets of a file's variables share on this rank: its bytes, its books, which
// are opened when a chunk is first looked for, its cache of chunks, and the threads that
// decompress.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "chunks/grid.hpp"
#include "container/container.hpp"
#include "hdf5/chunk_cache.hpp"
#include "hdf5/chunk_counts.hpp"
#include "hdf5/coded_chunks.hpp"
#include "hdf5/library.hpp"
#include "hdf5/spare_chunks.hpp"
#include "report/file_report.hpp"
#include "storage/file.hpp"

namespace weft::hdf5 {

class StoredFile {
public:
    struct Manner {
        std::int64_t page_bytes = 0;
        int threads = 1;        // of this rank
        int window_chunks = 1;  // uniform: enough for the threads of any rank
        bool is_trusted = true;
        bool is_far = false;  // each request for the file may cost a round trip
        std::int64_t cache_bytes = 64 << 20;
    };
    /// `bytes()` is the open file, from the first call on. `books`: null if this rank has none yet.
    StoredFile(std::function<storage::File&()> bytes, const Manner& manner,
               std::unique_ptr<OpenedBooks> books)
        : bytes_(std::move(bytes)),
          manner_(manner),
          cache_(manner.cache_bytes),
          books_(std::move(books)) {}

    [[nodiscard]] storage::File& bytes() { return bytes_(); }
    [[nodiscard]] Result<std::unique_ptr<StoredVariable>> open(const std::string& object);
    [[nodiscard]] ChunkCache& cache() { return cache_; }
    [[nodiscard]] SpareBlocks& spare_blocks() { return spare_blocks_; }
    [[nodiscard]] SpareChunks& spare_chunks() { return spare_chunks_; }
    /// The counts of the variable with this number. The reference stays valid.
    [[nodiscard]] ChunkCounts& counts(int variable);
    /// The counts in the form of the report, without the variable's name.
    [[nodiscard]] report::ChunkUse use_of(int variable, const chunks::Grid& grid);
    [[nodiscard]] bool is_far() const { return manner_.is_far; }
    [[nodiscard]] int threads() const { return manner_.threads; }
    /// The number of threads that are worth starting for so many chunks of so many bytes together.
    [[nodiscard]] std::size_t threads_for(std::size_t chunks, std::int64_t bytes) const;
    [[nodiscard]] int window_chunks() const { return manner_.window_chunks; }

private:
    std::function<storage::File&()> bytes_;
    Manner manner_;
    ChunkCache cache_;
    SpareBlocks spare_blocks_;
    SpareChunks spare_chunks_;
    std::deque<ChunkCounts> counts_;
    std::unique_ptr<OpenedBooks> books_;
    Status failure_;
};

/// Collective. The manner for the dataset's file on this rank.
StoredFile::Manner manner_for(const container::Context& context);

/// The length of the file, and the numbers of elements of its variables.
Result<container::Stored> stored_of(storage::File& file, const model::Schema& schema);

}  // namespace weft::hdf5
