// SPDX-License-Identifier: BSD-3-Clause
// The index of a file that is written: where the chunks of all variables are, and which rank has
// which open. A small one is on every rank; a larger one is once on each node, in memory that its
// ranks share, and the rank that speaks for the node changes it. Ranks meet before and after that
// (chunk_places.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/request/options.hpp"
#include "engine/shm/segment.hpp"
#include "hdf5/books/books.hpp"
#include "hdf5/chunk_entries.hpp"
#include "hdf5/chunk_table.hpp"
#include "mpi/comm.hpp"

namespace weft::hdf5 {

class ChunkIndex {
public:
    /// Whether a node's ranks share it: from the first chunk on, never, or when it is long.
    void set_sharing(engine::Choice sharing) { sharing_ = sharing; }

    /// Null: nobody has written the chunk, or has it open. Until the next change.
    [[nodiscard]] const ChunkSlot* find(int variable, std::int64_t number) const {
        return table_.find(variable, number);
    }
    /// Null: the chunk is not in the file.
    [[nodiscard]] const ChunkSlot* find_stored(int variable, std::int64_t number) const {
        const ChunkSlot* const slot = find(variable, number);
        return slot != nullptr && slot->is_stored() ? slot : nullptr;
    }
    [[nodiscard]] bool is_empty() const { return table_.size() == 0; }
    /// How many chunks of a variable are open, and the turn at which one was put last.
    [[nodiscard]] std::int64_t open_count(int variable) const { return count(variable).address; }
    [[nodiscard]] std::int64_t last_opened(int variable) const { return count(variable).turn; }
    /// Of all open chunks.
    [[nodiscard]] std::int64_t open_bytes() const { return count(of_all).address; }

    /// Begins a turn, which can be taken back. Between this and reserve() the ranks of a node meet.
    void begin_turn();
    /// Collective over the ranks of a node: makes room for so many more chunks. Uniform: more.
    void reserve(mpi::CommView node, std::int64_t more);
    /// Whether the ranks of the node share it.
    [[nodiscard]] bool is_shared() const { return segment_ != nullptr; }

    /// Whether a rank has written the chunk in the present turn, or has put it and keeps it open.
    [[nodiscard]] bool has_changed(int variable, std::int64_t number) const {
        const ChunkSlot* const its = find(variable, number);
        return its != nullptr && its->turn == turn_;
    }
    /// Enters a chunk of `chunk_bytes` that its rank has written, or keeps open. Needs no memory.
    void enter(const ChunkEntry& entry, std::int64_t chunk_bytes);
    /// What the ranks have not written that have 0 here is again as it was before the turn. What
    /// they keep open stays so.
    void take_back(std::span<const std::byte> have_written);

    struct Name {
        int variable = 0;
        std::int64_t number = 0;
        friend auto operator<=>(const Name&, const Name&) = default;
    };
    struct News {
        bool are_all_new = true;   // none of the chunks was in the file before
        std::vector<Name> chunks;  // that have been written
    };
    /// Whether to note what is written, on this rank.
    void note_news(bool notes) { notes_news_ = notes; }
    /// What has been written since the last time.
    [[nodiscard]] News take_news() { return std::exchange(news_, {}); }

    struct Numbered {
        std::int64_t number = 0;
        StoredChunk stored;
    };
    /// The chunks in the file, by variable and in the order of their numbers.
    [[nodiscard]] std::vector<std::vector<Numbered>> listed(std::size_t variables) const;

private:
    // Counts have slots of their own: their number is that of no chunk, and `address` counts.
    static constexpr std::int64_t is_count = -1;
    static constexpr int of_all = -1;

    [[nodiscard]] ChunkSlot count(int variable) const {
        const ChunkSlot* const slot = find(variable, is_count);
        return slot == nullptr ? ChunkSlot() : *slot;
    }
    void change(const ChunkSlot& to, std::int64_t chunk_bytes);
    [[nodiscard]] bool is_to_share(std::int64_t chunks, int ranks) const;

    /// What a turn has changed by writing.
    struct Before {
        ChunkSlot slot;
        std::int32_t rank = 0;  // that changed it
        std::int64_t chunk_bytes = 0;
    };

    engine::Choice sharing_ = engine::Choice::automatic;
    bool cannot_share_ = false;  // there was no memory for that
    ChunkTable table_;
    std::vector<std::byte> own_;                     // its memory, or
    std::unique_ptr<engine::shm::Segment> segment_;  // shared memory
    std::uint32_t turn_ = 0;                         // 0: there was none yet
    std::int64_t chunks_ = 0;  // when it began: others may be entering more already
    std::vector<Before> before_;
    bool notes_news_ = false;
    News news_;
};

}  // namespace weft::hdf5
