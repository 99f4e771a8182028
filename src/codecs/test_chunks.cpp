// SPDX-License-Identifier: BSD-3-Clause
#include "codecs/test_chunks.hpp"

#include <blosc.h>
#include <bzlib.h>
#include <lz4.h>

#include <algorithm>
#include <stdexcept>

extern "C" {
#include <szlib.h>
}

namespace weft::codecs {
namespace {

void require_success(bool holds) {
    if (!holds) throw std::runtime_error("a library does not encode a chunk of the test");
}

void append_big_endian(Bytes& to, std::uint64_t value, int bytes) {
    for (int i = bytes; i-- > 0;) to.push_back(static_cast<std::byte>(value >> 8 * i & 0xff));
}

Bytes by_bzip2(std::span<const std::byte> bytes) {
    Bytes result(bytes.size() + bytes.size() / 64 + 1024);
    auto length = static_cast<unsigned>(result.size());
    auto* const from = reinterpret_cast<char*>(const_cast<std::byte*>(bytes.data()));
    require_success(BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(result.data()), &length, from,
                                             static_cast<unsigned>(bytes.size()), 1, 0,
                                             0) == BZ_OK);
    result.resize(length);
    return result;
}

Bytes by_blosc(const Filter& filter, std::span<const std::byte> bytes) {
    Bytes result(bytes.size() + BLOSC_MAX_OVERHEAD);
    const int length = blosc_compress_ctx(5, 1, filter.parameters[2], bytes.size(), bytes.data(),
                                          result.data(), result.size(), "lz4", 0, 1);
    require_success(length > 0);
    result.resize(static_cast<std::size_t>(length));
    return result;
}

/// Compresses in blocks of the length in the filter's parameter.
Bytes by_lz4(const Filter& filter, std::span<const std::byte> bytes) {
    const std::size_t block_bytes = filter.parameters[0];
    Bytes result;
    append_big_endian(result, bytes.size(), 8);
    append_big_endian(result, block_bytes, 4);
    for (std::size_t done = 0; done < bytes.size(); done += block_bytes) {
        const auto block = bytes.subspan(done, std::min(block_bytes, bytes.size() - done));
        std::vector<char> packed(LZ4_compressBound(static_cast<int>(block.size())));
        const int length =
            LZ4_compress_default(reinterpret_cast<const char*>(block.data()), packed.data(),
                                 static_cast<int>(block.size()), static_cast<int>(packed.size()));
        require_success(length > 0);
        const bool is_smaller = std::cmp_less(length, block.size());
        const auto stored = is_smaller ? std::as_bytes(std::span(packed).first(length)) : block;
        append_big_endian(result, stored.size(), 4);
        result.insert(result.end(), stored.begin(), stored.end());
    }
    return result;
}

Bytes by_szip(const Filter& filter, std::span<const std::byte> bytes) {
    SZ_com_t form{static_cast<int>(filter.parameters[0]), static_cast<int>(filter.parameters[2]),
                  static_cast<int>(filter.parameters[1]), static_cast<int>(filter.parameters[3])};
    Bytes result(2 * bytes.size() + 1024);
    std::size_t length = result.size() - 4;
    require_success(SZ_BufftoBuffCompress(result.data() + 4, &length, bytes.data(), bytes.size(),
                                          &form) == SZ_OK);
    for (std::size_t i = 0; i < 4; ++i)
        result[i] = static_cast<std::byte>(bytes.size() >> 8 * i & 0xff);
    result.resize(4 + length);
    return result;
}

/// Compresses by copying bytes, and by repetitions where the last four bytes are repeated: LZF
/// allows any choice.
Bytes by_lzf(std::span<const std::byte> bytes) {
    Bytes result;
    for (std::size_t at = 0; at < bytes.size();) {
        std::size_t same = 0;
        while (at >= 4 && same < 200 && at + same < bytes.size() &&
               bytes[at + same] == bytes[at + same - 4])
            ++same;
        if (same >= 3) {
            const std::size_t more = same - 2;
            result.push_back(static_cast<std::byte>(std::min<std::size_t>(more, 7) << 5));
            if (more >= 7) result.push_back(static_cast<std::byte>(more - 7));
            result.push_back(std::byte{3});
            at += same;
        } else {
            const std::size_t count = std::min<std::size_t>(bytes.size() - at, at % 32 + 1);
            result.push_back(static_cast<std::byte>(count - 1));
            result.insert(result.end(), bytes.begin() + at, bytes.begin() + at + count);
            at += count;
        }
    }
    return result;
}

Bytes by_pipeline(const Filter& filter, std::span<const std::byte> bytes) {
    const Pipeline pipeline = pipeline_for({filter}, bytes.size());
    Bytes result(pipeline.encoded_limit());
    Scratch scratch;
    const auto length = pipeline.encode(0, bytes, result, scratch);
    if (!length.ok()) throw std::runtime_error(length.status().context());
    result.resize(length.value());
    return result;
}

}  // namespace

Filter usual_filter(int id, std::uint32_t element_bytes) {
    switch (id) {
        case filter_id::deflate:
            return {id, true, {1}};
        case filter_id::shuffle:
            return {id, true, {element_bytes}};
        case filter_id::szip:
            return {id, true, {141, 8, 8 * element_bytes, 64}};
        case filter_id::blosc:
            return {id, true, {2, 2, element_bytes, 0, 5, 0, 1}};
        case filter_id::lz4:
            return {id, true, {1000}};
        case filter_id::zstd:
            return {id, true, {3}};
        default:
            return {id, true, {}};
    }
}

Bytes applied_by_library(const Filter& filter, std::span<const std::byte> bytes) {
    switch (filter.id) {
        case filter_id::bzip2:
            return by_bzip2(bytes);
        case filter_id::blosc:
            return by_blosc(filter, bytes);
        case filter_id::lz4:
            return by_lz4(filter, bytes);
        case filter_id::szip:
            return by_szip(filter, bytes);
        case filter_id::lzf:
            return by_lzf(bytes);
        default:
            return by_pipeline(filter, bytes);
    }
}

Bytes applied_by_libraries(const std::vector<Filter>& filters, std::span<const std::byte> bytes) {
    Bytes result(bytes.begin(), bytes.end());
    for (const Filter& filter : filters) result = applied_by_library(filter, result);
    return result;
}

}  // namespace weft::codecs
