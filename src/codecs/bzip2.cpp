// SPDX-License-Identifier: BSD-3-Clause
#include <bzlib.h>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

Result<std::span<const std::byte>> decode_bzip2(const Work& work) {
    auto bytes = static_cast<unsigned>(work.to.size());
    // The library takes what it reads as bytes that it might change, but does not change them.
    auto* const from = reinterpret_cast<char*>(const_cast<std::byte*>(work.from.data()));
    const int outcome =
        BZ2_bzBuffToBuffDecompress(reinterpret_cast<char*>(work.to.data()), &bytes, from,
                                   static_cast<unsigned>(work.from.size()), 0, 0);
    switch (outcome) {
        case BZ_OK:
            return std::span<const std::byte>(work.to.first(bytes));
        case BZ_OUTBUFF_FULL:
            return too_many_bytes(work);
        case BZ_UNEXPECTED_EOF:
            return damaged("its bytes end before their end mark");
        case BZ_MEM_ERROR:
            return Status{Code::enomem, "there is no memory for its tables"};
        default:
            return damaged("its bytes are not those of bzip2, or damaged");
    }
}

}  // namespace

const Codec bzip2_codec{.id = filter_id::bzip2, .decode = decode_bzip2};

}  // namespace weft::codecs
