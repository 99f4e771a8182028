// SPDX-License-Identifier: BSD-3-Clause
// Deflate by ISA-L, in the wrapper of zlib: any zlib reads what it writes, and the other way round.
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

Result<std::span<const std::byte>> inflate(const Work& work) {
    auto& state = work.state.kept<inflate_state>();
    isal_inflate_init(&state);
    state.crc_flag = ISAL_ZLIB;
    // The library takes what it reads as bytes that it might change, but does not change them.
    state.next_in = const_cast<std::uint8_t*>(bytes_of(work.from));
    state.avail_in = static_cast<std::uint32_t>(work.from.size());
    state.next_out = bytes_of(work.to);
    state.avail_out = static_cast<std::uint32_t>(work.to.size());
    switch (isal_inflate_stateless(&state)) {
        case ISAL_DECOMP_OK:
            break;
        case ISAL_END_INPUT:
            return damaged("its bytes end before their end mark");
        case ISAL_OUT_OVERFLOW:
            return too_many_bytes(work);
        case ISAL_INCORRECT_CHECKSUM:
            return damaged("the checksum of its bytes is another one than is stored with them");
        case ISAL_NEED_DICT:
            return damaged("its bytes need a dictionary");
        default:
            return damaged("its bytes are not a stream of zlib, or damaged");
    }
    return std::span<const std::byte>(work.to.first(work.to.size() - state.avail_out));
}

/// ISA-L's level and buffer for each of zlib's levels; ISA-L has fewer levels.
struct Level {
    std::uint32_t level;
    std::size_t buffer_bytes;
};
constexpr Level fast{1, ISAL_DEF_LVL1_LARGE};
constexpr Level middle{2, ISAL_DEF_LVL2_LARGE};
constexpr Level thorough{3, ISAL_DEF_LVL3_LARGE};
constexpr std::uint32_t default_zlib_level = 6;

/// The faster levels of ISA-L 2.30 make of the same few bytes now this stream, now that one, by
/// what is in their tables and where these are: seen below 60 bytes. From here on tests with
/// foreign tables and places have not seen it.
constexpr std::size_t few_bytes = 4096;

Level level_of(std::uint32_t zlib_level, std::size_t bytes) {
    if (bytes < few_bytes) return thorough;
    if (zlib_level <= 1) return fast;
    return zlib_level <= 3 ? middle : thorough;
}

struct Deflater {
    isal_zstream stream;
    std::vector<std::uint8_t> level_buffer;
};

Result<std::span<const std::byte>> deflate(const Work& work) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (work.from.size() > most)
        return Status{Code::efilter, "ISA-L does not compress so many bytes at once"};
    auto& [stream, level_buffer] = work.state.kept<Deflater>();
    const Level level = level_of(work.parameter(0, default_zlib_level), work.from.size());
    level_buffer.resize(std::max(level_buffer.size(), level.buffer_bytes));
    isal_deflate_stateless_init(&stream);
    stream.level = level.level;
    stream.level_buf = level_buffer.data();
    stream.level_buf_size = static_cast<std::uint32_t>(level.buffer_bytes);
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.flush = NO_FLUSH;
    stream.next_in = const_cast<std::uint8_t*>(bytes_of(work.from));
    stream.avail_in = static_cast<std::uint32_t>(work.from.size());
    stream.next_out = bytes_of(work.to);
    stream.avail_out = static_cast<std::uint32_t>(std::min(work.to.size(), most));
    if (isal_deflate_stateless(&stream) != COMP_OK)
        return Status{Code::efilter, "ISA-L does not compress its bytes"};
    return std::span<const std::byte>(work.to.first(stream.total_out));
}

/// The most bytes of a stream: bytes that do not shrink are stored in blocks of 65535, with 5 bytes
/// each; the wrapper has 6.
std::size_t deflated_limit(std::size_t bytes) {
    return bytes + 5 * (bytes / 65535 + 1) + 64;
}

}  // namespace

const Codec deflate_codec{.id = filter_id::deflate,
                          .decode = inflate,
                          .encode = deflate,
                          .encoded_limit = deflated_limit};

}  // namespace weft::codecs
