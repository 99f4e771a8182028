// SPDX-License-Identifier: BSD-3-Clause
#include "classic/file_source.hpp"

#include <algorithm>

namespace weft::classic {
namespace {

/// The bytes that were there before reading.
std::int64_t usual_of(std::int64_t known_bytes, std::int64_t chunk_bytes) {
    return std::min(known_bytes > 0 ? known_bytes : chunk_bytes, format::ByteSource::window_bytes);
}

}  // namespace

std::int64_t FileSource::usual_bytes(std::int64_t offset) const {
    return usual_of(offset < begin_ ? 0 : begin_ + std::ssize(chunk_) - offset, chunk_bytes_);
}

Result<std::span<const std::byte>> FileSource::at(std::int64_t offset, std::int64_t length) {
    const std::int64_t end = begin_ + static_cast<std::int64_t>(chunk_.size());
    if (offset < begin_ || offset + length > end) {
        chunk_.resize(static_cast<std::size_t>(std::max(length, chunk_bytes_)));
        const Result<std::int64_t> got = file_.read_at(offset, chunk_);
        if (!got.ok()) return got.status();
        chunk_.resize(static_cast<std::size_t>(got.value()));
        begin_ = offset;
    }
    const auto first = static_cast<std::size_t>(offset - begin_);
    return std::span<const std::byte>(chunk_).subspan(
        first, std::min(static_cast<std::size_t>(length), chunk_.size() - first));
}

/// Reads the next chunk; returns how many bytes that are. A long header is moved only a few times;
/// untouched memory costs nothing.
Result<std::int64_t> KeepingSource::read_chunk() {
    constexpr std::size_t growth = 8;
    const std::int64_t offset = bytes();
    const std::size_t old_size = kept_.size();
    const std::size_t wanted_size = old_size + static_cast<std::size_t>(chunk_bytes_);
    if (wanted_size > kept_.capacity()) kept_.reserve(growth * wanted_size);
    kept_.resize(wanted_size);
    const Result<std::int64_t> got = file_.read_at(offset, std::span(kept_).subspan(old_size));
    kept_.resize(old_size + static_cast<std::size_t>(got.ok() ? got.value() : 0));
    return got;
}

std::int64_t KeepingSource::usual_bytes(std::int64_t offset) const {
    return usual_of(bytes() - offset, chunk_bytes_);
}

Result<std::span<const std::byte>> KeepingSource::at(std::int64_t offset, std::int64_t length) {
    while (bytes() < offset + length) {
        const Result<std::int64_t> more = read_chunk();
        if (!more.ok()) return more.status();
        if (more.value() == 0) break;
    }
    const std::int64_t first = std::min(offset, bytes());
    return std::span<const std::byte>(kept_).subspan(
        static_cast<std::size_t>(before_ + first),
        static_cast<std::size_t>(std::min(length, bytes() - first)));
}

}  // namespace weft::classic
