// SPDX-License-Identifier: BSD-3-Clause
// A file driver of libhdf5 (VFD) for the books of a file whose values are somebody else's to write:
// what libhdf5 writes of its own stays in memory, and values get the places that they have already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <span>
#include <vector>

#include "hdf5/books/handle.hpp"

namespace weft::hdf5 {

/// A file that libhdf5 makes in memory. It outlives the file handle.
class NewFile {
public:
    /// `begin`: where the books may begin, behind the superblock; `end`: of everything else.
    NewFile(std::int64_t begin, std::int64_t end) : begin_(begin), end_(end) {}

    /// Everything else has grown.
    void set_end(std::int64_t end) { end_ = end; }
    /// The place of the values for which libhdf5 asks next.
    void expect_values(std::int64_t address) { expected_.push_back(address); }
    /// Whether libhdf5 has asked for the places of all expected values.
    [[nodiscard]] bool has_placed_all() const { return expected_.empty(); }

    /// Valid when the file is closed or flushed: the first bytes of the file, and those from
    /// begin() on.
    [[nodiscard]] std::span<const std::byte> superblock() const { return superblock_; }
    [[nodiscard]] std::span<const std::byte> books() const { return books_; }
    [[nodiscard]] std::int64_t begin() const { return begin_; }

    /// A part of books().
    struct Part {
        std::size_t offset = 0;
        std::size_t bytes = 0;
    };
    /// What has changed of the books since the last time, in rising order.
    [[nodiscard]] std::vector<Part> take_changes();

    // The following functions are for the driver.

    enum class Kind { superblock, books, values };
    /// The address of so many bytes; -1: there is none for them.
    std::int64_t allocate(Kind kind, std::size_t bytes);
    [[nodiscard]] std::int64_t end() const;
    /// The books go on to there.
    void lengthen(std::int64_t end);
    /// Writes books and superblock; bytes of values are dropped.
    bool write(Kind kind, std::int64_t address, std::span<const std::byte> bytes);
    void read(std::int64_t address, std::span<std::byte> bytes) const;

private:
    void resize_books(std::size_t bytes);
    void note_change(std::size_t offset, std::size_t bytes);

    std::int64_t begin_;
    std::int64_t end_;
    std::vector<std::byte> superblock_;
    std::vector<std::byte> books_;
    std::deque<std::int64_t> expected_;
    std::set<std::int64_t> own_values_;  // what libhdf5 calls values, and is among the books
    std::set<std::size_t> changed_;      // pages of the books
};

/// Creates the file with a root group as netCDF-4 requires it. Throws Failure.
FileHandle create_new_file(NewFile& file);

}  // namespace weft::hdf5
