// SPDX-License-Identifier: BSD-3-Clause
// LZ4 as the plugin of HDF5 frames it: how many bytes the blocks have in all (8 bytes, big-endian)
// and each but the last (4 bytes), then the blocks, each behind its stored length (4 bytes). A
// block whose two lengths are the same is stored as it is.
#include <lz4.h>

#include <algorithm>
#include <cstring>

#include "codecs/codec.hpp"
#include "codecs/codecs.hpp"

namespace weft::codecs {
namespace {

constexpr const char* ends_in_block = "its bytes end within a block";

/// Takes numbers and bytes from the front of what is left.
class Front {
public:
    explicit Front(std::span<const std::byte> left) : left_(left) {}

    [[nodiscard]] std::size_t left() const { return left_.size(); }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0;
        for (const std::byte byte : take(bytes))
            value = value << 8 | std::to_integer<unsigned>(byte);
        return value;
    }
    std::span<const std::byte> take(std::size_t bytes) {
        const auto taken = left_.first(bytes);
        left_ = left_.subspan(bytes);
        return taken;
    }

private:
    std::span<const std::byte> left_;
};

bool decode_block(std::span<const std::byte> from, std::span<std::byte> to) {
    if (from.size() == to.size()) {
        std::memcpy(to.data(), from.data(), to.size());
        return true;
    }
    if (from.size() > LZ4_MAX_INPUT_SIZE || to.size() > LZ4_MAX_INPUT_SIZE) return false;
    const int decoded = LZ4_decompress_safe(
        reinterpret_cast<const char*>(from.data()), reinterpret_cast<char*>(to.data()),
        static_cast<int>(from.size()), static_cast<int>(to.size()));
    return std::cmp_equal(decoded, to.size());
}

Result<std::span<const std::byte>> decode_lz4(const Work& work) {
    Front front(work.from);
    if (front.left() < 12) return damaged("its bytes end before the first block");
    const std::uint64_t all = front.number(8);
    const std::uint64_t block_bytes = front.number(4);
    if (all > work.to.size()) return too_many_bytes(work);
    if (block_bytes == 0 && all > 0) return damaged("its blocks have no bytes");
    for (std::size_t done = 0; done < all;) {
        const std::size_t bytes = std::min(block_bytes, all - done);
        if (front.left() < 4) return damaged(ends_in_block);
        const std::uint64_t stored_bytes = front.number(4);
        if (front.left() < stored_bytes) return damaged(ends_in_block);
        if (!decode_block(front.take(stored_bytes), work.to.subspan(done, bytes)))
            return damaged("a block does not decode to the bytes that it should have");
        done += bytes;
    }
    return std::span<const std::byte>(work.to.first(all));
}

}  // namespace

const Codec lz4_codec{.id = filter_id::lz4, .decode = decode_lz4};

}  // namespace weft::codecs
