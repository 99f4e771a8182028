// SPDX-License-Identifier: BSD-3-Clause
// A file as the header reader's source of bytes, read in chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "format/byte_source.hpp"
#include "storage/file.hpp"

namespace weft::classic {

class FileSource final : public format::ByteSource {
public:
    FileSource(storage::File& file, std::int64_t chunk_bytes)
        : file_(file), chunk_bytes_(chunk_bytes) {}
    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override;
    [[nodiscard]] std::int64_t usual_bytes(std::int64_t offset) const override;

private:
    storage::File& file_;
    std::int64_t chunk_bytes_;
    std::int64_t begin_ = 0;  // file offset of chunk_[0]
    std::vector<std::byte> chunk_;
};

/// Reads a file from its beginning, and appends the bytes to `kept`.
class KeepingSource final : public format::ByteSource {
public:
    KeepingSource(storage::File& file, std::int64_t chunk_bytes, std::vector<std::byte>& kept)
        : file_(file), chunk_bytes_(chunk_bytes), kept_(kept), before_(std::ssize(kept)) {}
    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override;

    [[nodiscard]] std::int64_t usual_bytes(std::int64_t offset) const override;

    /// Drops the bytes behind the first `length`.
    void cut(std::int64_t length) { kept_.resize(static_cast<std::size_t>(before_ + length)); }

private:
    [[nodiscard]] std::int64_t bytes() const { return std::ssize(kept_) - before_; }
    Result<std::int64_t> read_chunk();

    storage::File& file_;
    std::int64_t chunk_bytes_;
    std::vector<std::byte>& kept_;
    std::int64_t before_;
};

}  // namespace weft::classic
