// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <memory>
#include <new>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

template <auto make, auto destroy>
struct Context {
    using Made = decltype(make());
    struct Destroy {
        void operator()(Made context) const { destroy(context); }
    };
    std::unique_ptr<std::remove_pointer_t<Made>, Destroy> made{make()};

    Context() {
        if (made == nullptr) throw std::bad_alloc();
    }
};
using Decoder = Context<ZSTD_createDCtx, ZSTD_freeDCtx>;
using Encoder = Context<ZSTD_createCCtx, ZSTD_freeCCtx>;

constexpr std::uint32_t default_zstd_level = 3;

Result<std::span<const std::byte>> decode_zstd(const Work& work) {
    const std::size_t bytes =
        ZSTD_decompressDCtx(work.state.kept<Decoder>().made.get(), work.to.data(), work.to.size(),
                            work.from.data(), work.from.size());
    if (ZSTD_isError(bytes) == 0) return std::span<const std::byte>(work.to.first(bytes));
    if (ZSTD_getErrorCode(bytes) == ZSTD_error_dstSize_tooSmall) return too_many_bytes(work);
    if (ZSTD_getErrorCode(bytes) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    return damaged(fmt::format("zstd says: {}", ZSTD_getErrorName(bytes)));
}

Result<std::span<const std::byte>> encode_zstd(const Work& work) {
    const int level = std::clamp(static_cast<int>(work.parameter(0, default_zstd_level)),
                                 ZSTD_minCLevel(), ZSTD_maxCLevel());
    const std::size_t bytes =
        ZSTD_compressCCtx(work.state.kept<Encoder>().made.get(), work.to.data(), work.to.size(),
                          work.from.data(), work.from.size(), level);
    if (ZSTD_isError(bytes) == 0) return std::span<const std::byte>(work.to.first(bytes));
    if (ZSTD_getErrorCode(bytes) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    return Status{Code::efilter, fmt::format("zstd says: {}", ZSTD_getErrorName(bytes))};
}

}  // namespace

const Codec zstd_codec{.id = filter_id::zstd,
                       .decode = decode_zstd,
                       .encode = encode_zstd,
                       .encoded_limit = ZSTD_compressBound};

}  // namespace weft::codecs
