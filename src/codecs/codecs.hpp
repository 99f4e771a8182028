// SPDX-License-Identifier: BSD-3-Clause
// The codecs, each in the file of its name.
#pragma once

#include "codecs/codec.hpp"

namespace weft::codecs {

extern const Codec blosc_codec;
extern const Codec bzip2_codec;
extern const Codec deflate_codec;
extern const Codec fletcher32_codec;
extern const Codec lz4_codec;
extern const Codec lzf_codec;
extern const Codec shuffle_codec;
extern const Codec szip_codec;
extern const Codec zstd_codec;

}  // namespace weft::codecs
