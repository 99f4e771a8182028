// SPDX-License-Identifier: BSD-3-Clause
// szip by libaec. Before the stream, HDF5 stores how many bytes it decodes to (4 bytes,
// little-endian).
#include <fmt/format.h>

#include <array>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

extern "C" {  // which version 1.0 of libaec leaves to its users
#include <szlib.h>
}

namespace weft::codecs {
namespace {

constexpr std::size_t length_bytes = 4;

/// The parameters as HDF5 lists them.
struct Coding {
    std::uint32_t options;
    std::uint32_t pixels_per_block;
    std::uint32_t bits_per_pixel;
    std::uint32_t pixels_per_scanline;
};

Coding coding_of(const Filter& filter) {
    return {filter.parameters[0], filter.parameters[1], filter.parameters[2], filter.parameters[3]};
}

/// The size of a pixel in libaec's memory.
std::size_t pixel_bytes(const Coding& coding) {
    if (coding.bits_per_pixel <= 8) return 1;
    if (coding.bits_per_pixel <= 16) return 2;
    return coding.bits_per_pixel <= 32 ? 4 : 8;
}

/// Accepts only codings that HDF5 itself writes, and for which libaec needs little memory.
Status check_szip(const Filter& filter) {
    if (filter.parameters.size() < 4)
        return {Code::enofilter,
                fmt::format("it has {} parameters, and needs 4", filter.parameters.size())};
    const Coding coding = coding_of(filter);
    const bool has_block = coding.pixels_per_block >= 2 &&
                           coding.pixels_per_block <= SZ_MAX_PIXELS_PER_BLOCK &&
                           coding.pixels_per_block % 2 == 0;
    const bool has_scanline =
        coding.pixels_per_scanline >= coding.pixels_per_block &&
        coding.pixels_per_scanline <= coding.pixels_per_block * SZ_MAX_BLOCKS_PER_SCANLINE;
    const std::uint32_t bits = coding.bits_per_pixel;
    const bool has_bits = (bits >= 1 && bits <= 24) || bits == 32 || bits == 64;
    if (has_block && has_scanline && has_bits) return {};
    return {Code::enofilter,
            fmt::format(
                "it has no such parameters as {} bits a pixel, {} pixels a block and {} a scanline",
                bits, coding.pixels_per_block, coding.pixels_per_scanline)};
}

Result<std::span<const std::byte>> decode_szip(const Work& work) {
    if (work.from.size() < length_bytes) return damaged("its bytes end before their length");
    std::size_t bytes = 0;
    for (std::size_t i = length_bytes; i-- > 0;)
        bytes = bytes << 8 | std::to_integer<std::size_t>(work.from[i]);
    if (bytes > work.to.size()) return too_many_bytes(work);
    const Coding coding = coding_of(work.filter);
    if (bytes == 0 || bytes % pixel_bytes(coding) != 0)
        return damaged(fmt::format("its bytes decode to {}, which are no whole pixels", bytes));
    SZ_com_t form{.options_mask = static_cast<int>(coding.options),
                  .bits_per_pixel = static_cast<int>(coding.bits_per_pixel),
                  .pixels_per_block = static_cast<int>(coding.pixels_per_block),
                  .pixels_per_scanline = static_cast<int>(coding.pixels_per_scanline)};
    std::size_t decoded = bytes;
    const auto stream = work.from.subspan(length_bytes);
    const int outcome =
        SZ_BufftoBuffDecompress(work.to.data(), &decoded, stream.data(), stream.size(), &form);
    if (outcome == SZ_MEM_ERROR) return Status{Code::enomem, "there is no memory for its buffers"};
    if (outcome != SZ_OK || decoded != bytes) return damaged("its stream is damaged");
    return std::span<const std::byte>(work.to.first(bytes));
}

}  // namespace

const Codec szip_codec{.id = filter_id::szip, .check = check_szip, .decode = decode_szip};

}  // namespace weft::codecs
