// SPDX-License-Identifier: BSD-3-Clause
#include "classic/file_source.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "storage/any_store.hpp"

namespace weft::classic {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view hdf5_signature = "\211HDF\r\n\032\n"sv;
/// HDF5 allows a user block of any power of two from 512 bytes; larger ones than this do not occur
/// in practice.
constexpr std::int64_t largest_user_block = 1 << 26;

bool begins_with(std::span<const std::byte> bytes, std::string_view text) {
    return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

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

/// How many bytes have been read. A long header is moved only a few times; untouched memory costs
/// nothing.
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

Result<Signature> signature_of(format::ByteSource& source, std::int64_t file_bytes) {
    if (file_bytes < signature_bytes) return Signature::too_short;
    for (std::int64_t offset = 0;
         offset + signature_bytes <= file_bytes && offset <= largest_user_block;
         offset = offset == 0 ? 512 : 2 * offset) {
        const auto bytes = source.at(offset, signature_bytes);
        if (!bytes.ok()) return bytes.status();
        if (offset == 0) {
            if (begins_with(bytes.value(), "CDF\001"sv)) return Signature::cdf1;
            if (begins_with(bytes.value(), "CDF\002"sv)) return Signature::cdf2;
            if (begins_with(bytes.value(), "CDF\005"sv)) return Signature::cdf5;
        }
        if (begins_with(bytes.value(), hdf5_signature)) return Signature::hdf5;
    }
    return Signature::unknown;
}

Result<std::unique_ptr<storage::File>> open_to_read(const std::string& path) {
    return storage::AnyStore().open_file(path, {});
}

Result<Signature> signature_of_file(const std::string& path) {
    const Result<std::unique_ptr<storage::File>> file = open_to_read(path);
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    constexpr std::int64_t chunk_bytes = 4096;
    FileSource source(*file.value(), chunk_bytes);
    return signature_of(source, bytes.value());
}

}  // namespace weft::classic
