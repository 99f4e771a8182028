// SPDX-License-Identifier: BSD-3-Clause
#include <blosc.h>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

Result<std::span<const std::byte>> decode_blosc(const Work& work) {
    std::size_t bytes = 0;
    if (blosc_cbuffer_validate(work.from.data(), work.from.size(), &bytes) != 0)
        return damaged("its bytes do not begin as those of blosc do, or end too early");
    if (bytes > work.to.size()) return too_many_bytes(work);
    const int decoded = blosc_decompress_ctx(work.from.data(), work.to.data(), bytes, 1);
    if (std::cmp_not_equal(decoded, bytes))
        return damaged("its blocks are damaged, or of a compressor that the library has not");
    return std::span<const std::byte>(work.to.first(bytes));
}

}  // namespace

const Codec blosc_codec{.id = filter_id::blosc, .decode = decode_blosc};

}  // namespace weft::codecs
