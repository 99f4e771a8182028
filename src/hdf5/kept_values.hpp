// SPDX-License-Identifier: BSD-3-Clause
// What a kill would lose of a staged netCDF-4 file, kept in the log of the node: a chunk only waits
// in memory while a record has its values, and rank 0 keeps records of the places of chunks that
// the books in the file do not know. kept_records.hpp says what they mean together.
//
// A rank releases the records of a chunk that no longer waits when all ranks know that rank 0 has
// kept its place, or that the books have it (confirm(), end_of_books()). A record that half of the
// log has come behind is written anew, so that few of them do not fill it. No function throws:
// without memory, or room in the log, nothing is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "hdf5/chunk_index.hpp"
#include "hdf5/kept_records.hpp"
#include "region/interval.hpp"
#include "stage/log.hpp"

namespace weft::hdf5 {

class KeptValues {
public:
    using Name = ChunkIndex::Name;

    /// `log`: null if nothing is kept; outlives this.
    KeptValues(stage::Log* log, int rank) : log_(log), rank_(static_cast<std::uint32_t>(rank)) {}

    [[nodiscard]] bool is_on() const { return log_ != nullptr; }

    // These functions return whether it is kept.

    /// The values of a chunk, after a put. `old`: those that are kept already, which change; empty:
    /// none are.
    [[nodiscard]] bool keep(const Name& name, std::uint32_t put, std::span<const std::byte> old,
                            std::span<const std::byte> chunk) noexcept;
    /// The changes that this rank has made in a put of its own, to elements of so many bytes.
    /// `old`: empty, if it has set all.
    [[nodiscard]] bool keep_apart(const Name& name, std::uint32_t put, std::size_t element,
                                  std::span<const std::byte> old,
                                  std::span<const std::byte> chunk) noexcept;
    [[nodiscard]] bool keep(std::span<const KeptPlace> places) noexcept;
    /// Lengths that are no longer than those that are kept need no record.
    [[nodiscard]] bool keep_lengths(std::span<const std::int64_t> lengths) noexcept;

    /// Whether records of this rank have all values of a chunk, as it waits or was put now.
    [[nodiscard]] bool has_all_of(const Name& name) const;
    /// Called when the ranks have met in a turn: `waits` tells which chunks still do.
    void end_turn(const std::function<bool(const Name&)>& waits) noexcept;
    /// Called when all ranks know that the places of the chunks are kept that do not wait.
    void confirm() noexcept;
    /// The books in the file have all lengths, and all chunks that do not wait. First all ranks
    /// release what others have put later: `is_mine` tells which chunks this one has written last.
    void begin_end_of_books(const std::function<bool(const Name&)>& is_mine) noexcept;
    /// Called when all ranks have done that.
    void end_of_books(std::span<const std::int64_t> lengths) noexcept;

private:
    using Number = std::uint64_t;  // of a record in the log
    struct Chunk {
        std::vector<Number> records;
        bool has_all = false;     // they have all values, not only changes
        bool is_leaving = false;  // it no longer waits
    };
    using Chunks = std::map<Name, Chunk>;

    [[nodiscard]] std::optional<Number> append(KeptHead head, std::span<const std::byte> data,
                                               std::int64_t spare);
    [[nodiscard]] bool keep_changes(Chunk& chunk, KeptHead head,
                                    std::span<const region::Interval> runs,
                                    std::span<const std::byte> values);
    [[nodiscard]] std::int64_t spare_for_places() const;
    [[nodiscard]] Chunk& entered(const Name& name);
    void release(const Chunk& chunk);
    void release_leaving(const std::function<bool(const Name&)>& which) noexcept;
    [[nodiscard]] bool is_old(Number record) const;
    void renew();
    [[nodiscard]] Number* oldest();
    [[nodiscard]] bool renew(Number& record);

    stage::Log* log_;
    std::uint32_t rank_;
    std::uint64_t order_ = 0;
    std::int64_t appended_bytes_ = 0;  // since records were renewed
    Chunks chunks_;
    std::vector<Number> unbooked_;  // places and lengths
    std::vector<std::int64_t> lengths_;
};

}  // namespace weft::hdf5
