// SPDX-License-Identifier: BSD-3-Clause
// Loads libweft_hdf5, once for the process, when the first netCDF-4 file is opened.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "hdf5/books/books.hpp"
#include "model/storage.hpp"
#include "storage/file.hpp"

namespace weft::hdf5 {

namespace apart {
class Nursery;
}

/// Collects what the library says.
class Text final : public Sink {
public:
    void take(std::span<const std::byte> bytes) noexcept override;

    /// The status for this code: success, or a failure with the collected text.
    [[nodiscard]] Status status(Code code) const;
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

class FileSource final : public Source {
public:
    /// `page_bytes`: see Source.
    FileSource(storage::File& file, std::int64_t page_bytes)
        : file_(file), page_bytes_(page_bytes) {}

    [[nodiscard]] std::int64_t size() noexcept override;
    bool read(std::int64_t offset, std::span<std::byte> bytes) noexcept override;
    [[nodiscard]] std::int64_t page_bytes() const noexcept override { return page_bytes_; }

    /// The first failure of the file.
    [[nodiscard]] const Status& failure() const { return failure_; }

private:
    storage::File& file_;
    std::int64_t page_bytes_;
    Status failure_;
};

/// New books in memory (BooksInMemory).
class GrowingBooks {
public:
    /// Code::enotsupport if there is no library.
    static Result<GrowingBooks> make(const NewBooks& wanted);

    Status grow(std::span<const std::int64_t> lengths, std::span<const BookedChunks> chunks,
                std::int64_t end);
    [[nodiscard]] std::int64_t bytes() const { return books_->bytes(); }
    [[nodiscard]] Result<std::vector<std::byte>> superblock() const;
    struct Part {
        std::int64_t offset = 0;
        std::vector<std::byte> bytes;
    };
    /// What has changed since the last time: first everything.
    [[nodiscard]] Result<std::vector<Part>> take_changes();

private:
    explicit GrowingBooks(std::unique_ptr<BooksInMemory> books) : books_(std::move(books)) {}

    std::unique_ptr<BooksInMemory> books_;
};
/// Code::enofilter if Weft does not apply one of them.
Result<std::unique_ptr<ChunkCoder>> make_coder(const std::vector<model::Filter>& filters,
                                               std::int64_t element_bytes,
                                               std::int64_t chunk_bytes);

/// The books of an open file.
class OpenedBooks {
public:
    /// The file outlives the books. Code::enotsupport if there is no library. Those of a file that
    /// is not trusted are kept by a process of their own.
    static Result<std::unique_ptr<OpenedBooks>> open(storage::File& file, std::int64_t page_bytes,
                                                     bool is_trusted);

    [[nodiscard]] Result<std::vector<std::byte>> describe();
    [[nodiscard]] Result<std::unique_ptr<StoredVariable>> open(const std::string& object);
    /// Which right the keeper's process could not give up, and why; else empty.
    [[nodiscard]] const std::string& lacks() const { return lacks_; }

private:
    OpenedBooks(storage::File& file, std::int64_t page_bytes) : source_(file, page_bytes) {}
    [[nodiscard]] Status failure(Code code, const Text& why) const;
    Status open_here(OpenBooks& open);
    Status open_apart(apart::Nursery& nursery);

    FileSource source_;
    std::unique_ptr<Books> books_;
    std::string lacks_;
};

}  // namespace weft::hdf5
