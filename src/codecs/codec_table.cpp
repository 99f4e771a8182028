// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

constexpr const Codec* codec_table[] = {
    &deflate_codec, &shuffle_codec, &fletcher32_codec, &szip_codec, &bzip2_codec,
    &lzf_codec,     &blosc_codec,   &lz4_codec,        &zstd_codec,
};

}  // namespace

const Codec* find_codec(int id) {
    const auto* const found = std::ranges::find(codec_table, id, &Codec::id);
    return found == std::end(codec_table) ? nullptr : *found;
}

Status too_many_bytes(const Work& work) {
    return damaged(fmt::format("its bytes decode to more than {}", work.to.size()));
}

}  // namespace weft::codecs
