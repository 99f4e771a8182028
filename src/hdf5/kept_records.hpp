// SPDX-License-Identifier: BSD-3-Clause
// What the records say in which a staged file keeps what its books do not have yet, for a program
// that is killed (kept_values.hpp): chunks that wait in memory, places of those that do not, and
// lengths of dimensions. Each is told from others by numbers that all ranks count alike, so it
// makes no difference in which order, and from which node, records come:
//
// - The values of a chunk are those of the last put whose record sets it as a whole, whether by
//   values or by a place, and then the changes that came with later puts. A place stands for the
//   values of its put, if its checksum is that of the bytes there.
// - Nothing beyond the lengths counts: they are kept before the first rank returns from the put
//   that needs them.
// - Changes that ranks make on their own have the number of the next put, in which the ranks merge
//   them. Of one rank they are ordered.
// - Lengths only rise: the longest counts.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "hdf5/chunk_index.hpp"

namespace weft::hdf5 {

enum class KeptKind : std::uint32_t {
    chunk = 0,    // the values of a chunk, in file form
    changes = 1,  // of such values (chunk_changes.hpp)
    places = 2,   // of KeptPlace
    lengths = 3   // of all dimensions, 8 bytes each
};

/// The head of a record; its data follow.
struct KeptHead {
    KeptKind kind = KeptKind::chunk;
    std::int32_t variable = 0;  // of a chunk or changes
    std::int64_t number = 0;
    std::uint32_t put = 0;
    std::uint32_t rank = 0;
    std::uint64_t order = 0;  // among the records of the rank
};
static_assert(sizeof(KeptHead) == 32);

struct KeptPlace {
    std::int32_t variable = 0;
    std::uint32_t put = 0;
    std::int64_t number = 0;
    std::int64_t address = 0;
    std::uint32_t bytes = 0;
    std::uint32_t room = 0;
    std::uint32_t filter_mask = 0;
    std::uint32_t checksum = 0;  // checksum_of_place()
};
static_assert(sizeof(KeptPlace) == 40);

/// Of the bytes of a chunk that is compressed: a place whose bytes have not reached the file, or
/// are of a later put, is none. Never 0, which stands for "no checksum": the bytes of other chunks
/// may be of two puts, as without a stage.
std::uint32_t checksum_of_place(std::span<const std::byte> stored);

/// All records together. `Source` is what the caller finds the data of a record by.
class KeptState {
public:
    using Name = ChunkIndex::Name;
    using Source = std::size_t;

    /// Adds a record; the data are asked for where they are places or lengths. Code::efile for what
    /// is no record.
    Status add(std::span<const std::byte> head, Source source,
               const std::function<Result<std::vector<std::byte>>()>& data);

    [[nodiscard]] const std::vector<std::int64_t>& lengths() const { return lengths_; }
    /// The last place of each chunk that has one.
    [[nodiscard]] const std::map<Name, KeptPlace>& places() const { return places_; }
    /// There is nothing of the chunk in its place.
    void drop_place(const Name& name) { places_.erase(name); }
    /// The records that make up a chunk whose place does not have all of it.
    struct Chunk {
        std::optional<Source> whole = {};  // none: it is as it is in the file
        std::vector<Source> changes = {};  // in order
    };
    [[nodiscard]] std::map<Name, Chunk> chunks() const;

private:
    struct Record {
        std::uint32_t put = 0;
        std::uint32_t rank = 0;
        std::uint64_t order = 0;
        Source source = 0;
        friend auto operator<=>(const Record&, const Record&) = default;
    };
    struct Records {
        std::optional<Record> whole = {};  // the last
        std::vector<Record> changes = {};
    };

    Status add_places(std::span<const std::byte> data);
    Status add_lengths(std::span<const std::byte> data);

    std::vector<std::int64_t> lengths_;
    std::map<Name, KeptPlace> places_;
    std::map<Name, Records> records_;
};

}  // namespace weft::hdf5
