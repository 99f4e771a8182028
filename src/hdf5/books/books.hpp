// SPDX-License-Identifier: BSD-3-Clause
// The keeper of the books of a netCDF-4 file: libhdf5, in libweft_hdf5, which is loaded when the
// first such file is opened (library.hpp). It knows what is in the file and where; the bytes of the
// values are moved and decompressed by Weft's ranks and threads.
//
// The library is loaded so that its libhdf5 meets no other one of the program (RTLD_DEEPBIND). It
// may therefore have another allocator than the program, so no memory changes hands here: results
// are copied by a Sink of the caller's, and each object is destroyed by the side that made it. No
// exception crosses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/error_codes.hpp"

namespace weft::hdf5 {

/// Copies what it is given.
class Sink {
public:
    virtual void take(std::span<const std::byte> bytes) noexcept = 0;

protected:
    ~Sink() = default;
};

/// The bytes of a file.
class Source {
public:
    [[nodiscard]] virtual std::int64_t size() noexcept = 0;
    /// Fills `bytes`, with zeros behind the end of the file. False if it cannot be read.
    virtual bool read(std::int64_t offset, std::span<std::byte> bytes) noexcept = 0;
    /// How many bytes to read at a time, if fewer are needed.
    [[nodiscard]] virtual std::int64_t page_bytes() const noexcept = 0;

protected:
    ~Source() = default;
};

/// A chunk in the file.
struct StoredChunk {
    std::int64_t address = -1;  // -1: there is none, and its values are the fill value
    std::int64_t bytes = 0;
    std::uint32_t filter_mask = 0;  // a bit is set for each filter that was not applied
};

/// A variable of an open file. A chunk's place in the grid is one number for each dimension.
class StoredVariable {
public:
    virtual ~StoredVariable() = default;

    /// Finds the places of chunks in the file; `places` has one grid place after the other. One
    /// call at a time for each file.
    virtual Code find(std::span<const std::int64_t> places, std::span<StoredChunk> found,
                      Sink& why) noexcept = 0;
    /// Counts the bytes that the variable's values have in the file.
    virtual Code count_stored(std::int64_t& bytes, Sink& why) noexcept = 0;
    /// Checks that decode() can undo the filters. If needs_libhdf5(), only libhdf5 can, by read().
    [[nodiscard]] virtual Code check_decoding(Sink& why) noexcept = 0;
    [[nodiscard]] virtual bool needs_libhdf5() const noexcept = 0;
    /// Decodes the bytes of a chunk in the file to its values. Any number of threads may call at a
    /// time.
    virtual Code decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                        std::span<std::byte> chunk, Sink& why) noexcept = 0;
    /// Reads the values of a chunk with libhdf5.
    virtual Code read(std::span<const std::int64_t> place, std::span<std::byte> chunk,
                      Sink& why) noexcept = 0;
    /// The strings of a block: each by itself, with a zero byte behind it. Those beyond the end of
    /// a variable that is shorter than its dimensions are empty.
    virtual Code read_strings(std::span<const std::int64_t> start,
                              std::span<const std::int64_t> count,
                              std::span<const std::int64_t> stride, Sink& strings,
                              Sink& why) noexcept = 0;
};

/// An open file.
class Books {
public:
    virtual ~Books() = default;

    /// The definition of the file's content, as bytes of a Description.
    virtual Code describe(Sink& description, Sink& why) noexcept = 0;
    /// Null after a failure.
    virtual std::unique_ptr<StoredVariable> open(std::string_view object, Sink& why) noexcept = 0;
};

/// Null after a failure. The source outlives the books.
using OpenBooks = std::unique_ptr<Books>(Source& source, Sink& why) noexcept;

/// Chunks of a variable, whose bytes are in the file already.
struct BookedChunks {
    std::span<const std::int64_t> places;  // one after the other
    std::span<const StoredChunk> chunks;
};

/// Books that replace those of a file, if there are any.
struct NewBooks {
    std::span<const std::byte> description;  // bytes of a Description
    std::span<const BookedChunks> chunks;    // of each variable
    std::int64_t begin = 0;                  // where the books are to be
    std::int64_t end = 0;                    // of the file, which may end behind the books
};

/// Copies parts of something longer.
class PartSink {
public:
    virtual void take(std::int64_t offset, std::span<const std::byte> bytes) noexcept = 0;

protected:
    ~PartSink() = default;
};

/// New books, which can grow with their file as long as its definition stays.
class BooksInMemory {
public:
    virtual ~BooksInMemory() = default;

    /// Gives dimensions other lengths, none of them shorter, and enters chunks that have no place
    /// in the books yet. `end`: as in NewBooks. After a failure the books are of no use.
    virtual Code grow(std::span<const std::int64_t> lengths, std::span<const BookedChunks> chunks,
                      std::int64_t end, Sink& why) noexcept = 0;
    /// How long they are.
    [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
    /// The bytes in front of the file, which say where the books are.
    virtual void take_superblock(Sink& superblock) const noexcept = 0;
    /// What has changed of the books since the last time: first all of them.
    virtual Code take_changes(PartSink& parts, Sink& why) noexcept = 0;
};
using MakeBooks = Code(const NewBooks& wanted, std::unique_ptr<BooksInMemory>& books,
                       Sink& why) noexcept;

/// The filters of a variable, without a file. Any number of threads at a time.
class ChunkCoder {
public:
    virtual ~ChunkCoder() = default;

    /// The most bytes that a chunk may have behind the filters.
    [[nodiscard]] virtual std::int64_t encoded_limit() const noexcept = 0;
    /// Whether encode() knows all filters; it may know fewer than decode().
    virtual Code can_encode(Sink& why) const noexcept = 0;
    /// `bytes`: how many of `stored`, which has encoded_limit(), it has filled.
    virtual Code encode(std::span<const std::byte> chunk, std::span<std::byte> stored,
                        std::int64_t& bytes, Sink& why) noexcept = 0;
    virtual Code decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                        std::span<std::byte> chunk, Sink& why) noexcept = 0;
};

struct FilterToApply {
    int id = 0;
    std::span<const std::uint32_t> parameters;
};
/// Null after a failure: a filter that Weft does not apply.
using MakeCoder = std::unique_ptr<ChunkCoder>(std::span<const FilterToApply> filters,
                                              std::int64_t element_bytes, std::int64_t chunk_bytes,
                                              Sink& why) noexcept;

/// The functions of the library.
struct BookFunctions {
    OpenBooks* open = nullptr;
    MakeBooks* make = nullptr;
    MakeCoder* make_coder = nullptr;
};

/// The version of this interface, used like storage::remote_interface. Every change of this file,
/// or of the fields of a Description, raises it by one.
inline constexpr int books_interface = 5;

}  // namespace weft::hdf5

/// The entry of libweft_hdf5. Returns the library's own books_interface.
extern "C" int weft_hdf5_books(weft::hdf5::BookFunctions* functions);
