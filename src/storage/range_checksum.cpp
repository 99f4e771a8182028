// SPDX-License-Identifier: BSD-3-Clause
#include "storage/range_checksum.hpp"

#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace weft::storage {
namespace {

/// The bytes of a read: enough for any storage, few enough to stay in the cache.
constexpr std::int64_t part_bytes = std::int64_t{1} << 20;

}  // namespace

Result<Checksum> checksum_by_reading(File& file, std::int64_t offset, std::int64_t length) {
    if (length < 0) return Status(Code::einval, "the length of the range is negative");
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(),
                                                                         XXH3_freeState);
    if (state == nullptr) return Status(Code::enomem, "there is no memory for a checksum");
    XXH3_128bits_reset(state.get());
    std::vector<std::byte> part(static_cast<std::size_t>(std::min(length, part_bytes)));
    Checksum sum;
    while (sum.bytes < length) {
        const std::int64_t wanted = std::min(length - sum.bytes, part_bytes);
        const std::span<std::byte> place(part.data(), static_cast<std::size_t>(wanted));
        const Result<std::int64_t> got = file.read_at(offset + sum.bytes, place);
        if (!got.ok()) return got.status();
        XXH3_128bits_update(state.get(), part.data(), static_cast<std::size_t>(got.value()));
        sum.bytes += got.value();
        if (got.value() < wanted) break;
    }
    const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    sum.low = hash.low64;
    sum.high = hash.high64;
    return sum;
}

}  // namespace weft::storage
