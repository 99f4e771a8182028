// SPDX-License-Identifier: BSD-3-Clause
// The compressed chunks of all variables of a file that is written, on their way to their places.
// When the ranks have compressed what is theirs, they meet once, whichever variables the chunks
// belong to, and tell each other how long they are: new chunks go to the end of the file, by
// variable and number, whoever has them. Then they write, and tell each other whether they have.
// Where there are several nodes, one rank of each speaks for its node. Of a staged file chunks may
// wait with their rank before all that, and be compressed while the program goes on
// (chunks_behind.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "hdf5/chunk_entries.hpp"
#include "hdf5/chunk_index.hpp"
#include "hdf5/chunks_behind.hpp"
#include "hdf5/coded_chunks.hpp"
#include "hdf5/kept_values.hpp"
#include "hdf5/stored_file.hpp"
#include "mpi/comm.hpp"
#include "mpi/node_comms.hpp"
#include "stage/log.hpp"

namespace weft::hdf5 {

class ChunkWriter;

/// The growth of a file that is written. The same on all ranks.
struct Growth {
    std::int64_t end = 0;         // behind it there is room
    std::int64_t booked_end = 0;  // a reader may be looking at chunks before it
    bool is_unbooked = false;     // what the books in the file do not know has been written
};

class ChunkPlaces {
public:
    /// Collective at first use.
    using Nodes = std::function<const mpi::NodeComms&()>;
    /// The thread that compresses behind puts, and for how many bytes of values.
    struct Background {
        std::shared_ptr<storage::BackgroundWork> thread = {};
        std::int64_t most_bytes = 0;
    };
    /// All references outlive this. `rank`: this one, of those that share the file. `log`: keeps
    /// what a kill would lose; null: nothing does.
    ChunkPlaces(StoredFile& file, Growth& growth, ChunkIndex& index, int rank, Nodes nodes,
                const Background& background, stage::Log* log)
        : file_(file),
          growth_(growth),
          index_(index),
          rank_(rank),
          nodes_(std::move(nodes)),
          coded_(file.spare_blocks()),
          behind_(file.spare_chunks(), background.thread, background.most_bytes),
          kept_(log, rank) {}

    /// Takes a variable's chunks on; the writer outlives this. Variables come in their order.
    void expect(ChunkWriter* writer, std::size_t variable);

    /// Only so many variables are there: the writers of others are about to go.
    void forget_from(std::size_t variables) {
        if (writers_.size() > variables) writers_.resize(variables);
    }

    [[nodiscard]] StoredFile& file() const { return file_; }
    [[nodiscard]] Growth& growth() const { return growth_; }
    [[nodiscard]] const ChunkIndex& index() const { return index_; }
    [[nodiscard]] int rank() const { return rank_; }
    /// Whether this rank has brought nothing since the last store().
    [[nodiscard]] bool is_empty() const { return coded_.empty() && later_.empty(); }

    /// A chunk that a writer brings.
    struct Brought {
        const ChunkWriter* writer = nullptr;
        std::int64_t number = 0;
        std::span<const std::byte> bytes = {};
        std::uint32_t put = 0;  // put()
    };
    /// The number of the present put.
    [[nodiscard]] std::uint32_t put() const { return behind_.put(); }
    /// Compresses chunks on the rank's threads. If they are fewer, copies of them wait for more,
    /// also of other variables. Throws std::bad_alloc.
    Status bring(std::span<const Brought> chunks);

    /// Keeps a copy of a chunk, to be compressed behind the put; false if there is no room for it,
    /// or it must not wait.
    [[nodiscard]] bool put_behind(const Brought& chunk);
    /// A chunk of the present put is about to stay open, in place of `old`, which is empty if it
    /// was not open; false if it must not wait.
    [[nodiscard]] bool keep_open(const ChunkIndex::Name& name, std::span<const std::byte> old,
                                 std::span<const std::byte> chunk) {
        return !kept_.is_on() || kept_.keep(name, put(), old, chunk);
    }
    /// This rank has changed a chunk on its own: it was `old`; empty: it has set all of it. The
    /// dimensions are at least as long as `lengths`.
    void keep_apart(const ChunkIndex::Name& name, std::span<const std::byte> old,
                    std::span<const std::byte> chunk);
    /// The present put of this rank is about to make the dimensions at least so long.
    void expect_lengths(std::span<const std::int64_t> lengths);

    void expect_no_lengths() { expected_lengths_.clear(); }

    /// Whether what a kill would lose is kept. Uniform.
    [[nodiscard]] bool keeps() const { return kept_.is_on(); }
    /// Whether chunks have got places since the last time. Uniform.
    [[nodiscard]] bool take_news() { return std::exchange(has_news_, false); }
    /// Called on rank 0. Returns whether all places, and these lengths, are kept.
    [[nodiscard]] bool has_kept_all(std::span<const std::int64_t> lengths) {
        return kept_.keep_lengths(lengths) && !has_unkept_;
    }
    /// Called when all ranks know that rank 0 has kept all places.
    void confirm_kept() { kept_.confirm(); }
    /// Whether a kill while a chunk is written to its old place would lose both forms of it: it is
    /// compressed, the books do not know the place, and no record has its values.
    [[nodiscard]] bool may_tear(const ChunkIndex::Name& name) const;
    /// Collective. The books in the file have these lengths, and all places.
    void end_of_books(mpi::CommView comm, std::span<const std::int64_t> lengths);

    /// A chunk has the changes of several ranks, which are about to forget theirs.
    void keep_merged(const ChunkIndex::Name& name, std::span<const std::byte> chunk) {
        if (kept_.is_on()) (void)kept_.keep(name, put(), {}, chunk);
    }
    /// What waits on this rank.
    [[nodiscard]] bool copy_behind(const ChunkIndex::Name& name, std::span<std::byte> chunk) const {
        return behind_.copy(name, chunk);
    }
    void drop_behind(const ChunkIndex::Name& name) { behind_.drop(name); }
    /// Whether chunks may be waiting on any rank. Uniform.
    [[nodiscard]] bool may_be_behind() const { return behind_.is_on(); }

    /// Collective. Stores what the ranks have brought, and of earlier puts, in their order, what
    /// has waited and is compressed; all of that if a rank has brought anything. Makes known which
    /// chunks stay open. Returns this rank's own status. A rank that cannot write goes on with the
    /// others, and nobody hears of what it could not write. What has waited does so until it is
    /// written.
    Status store(mpi::CommView comm) { return store(comm, Waiting::compressed); }
    /// Collective. The same, with all chunks that wait.
    Status store_all(mpi::CommView comm) { return store(comm, Waiting::all); }

private:
    /// A copy of a chunk.
    struct Later {
        const ChunkWriter* writer = nullptr;
        std::int64_t number = 0;
        PooledBlock memory = {};
        std::size_t bytes = 0;
    };

    /// Those of the chunks that wait.
    enum class Waiting { compressed, all };

    [[nodiscard]] Status store(mpi::CommView comm, Waiting waiting);
    [[nodiscard]] std::uint32_t end_of_waiting(mpi::CommView comm, Waiting waiting) const;
    [[nodiscard]] Status code(std::span<const Brought> chunks);
    [[nodiscard]] Status code_waiting(std::span<const ChunksBehind::Behind> chunks,
                                      std::vector<ChunksBehind::Behind>& brought);
    [[nodiscard]] Status bring_waiting(std::uint32_t before,
                                       std::vector<ChunksBehind::Behind>& brought);
    [[nodiscard]] Status code_later();
    [[nodiscard]] ChunkWriter& writer_of(std::int64_t variable) const {
        return *writers_[static_cast<std::size_t>(variable)];
    }
    [[nodiscard]] std::uint32_t checksum_to_keep(const CodedChunk& one) const;
    [[nodiscard]] std::vector<ChunkEntry> entries_of(std::vector<CodedChunk>& coded) const;
    [[nodiscard]] std::vector<ChunkEntry> joined(std::vector<std::vector<ChunkEntry>> lists);
    [[nodiscard]] bool meet(mpi::CommView comm, std::vector<ChunkEntry> mine);
    void enter(std::vector<ChunkEntry> all, std::int64_t count);
    void take_places(std::vector<CodedChunk>& coded) const;
    [[nodiscard]] Status write(std::vector<CodedChunk>& coded) const;
    [[nodiscard]] bool all_have_written(mpi::CommView comm, bool have_i);
    void keep_alone();
    void keep_places();
    [[nodiscard]] bool waits(const ChunkIndex::Name& name) const;
    void end_waiting(std::span<const ChunksBehind::Behind> chunks);
    void end_turn(std::uint32_t before);

    StoredFile& file_;
    Growth& growth_;
    ChunkIndex& index_;
    int rank_;
    Nodes nodes_;
    CodedChunks coded_;
    std::vector<Later> later_;
    ChunksBehind behind_;
    KeptValues kept_;
    std::vector<ChunkEntry> news_;  // on rank 0: that have got places in the present turn
    bool has_news_ = false;         // (uniform)
    bool has_unkept_ = false;       // the log has not all that it should have
    std::vector<std::int64_t> expected_lengths_;  // expect_lengths()
    std::vector<ChunkWriter*> writers_;           // by variable; null: it has no chunks
};

}  // namespace weft::hdf5
